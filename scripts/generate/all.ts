import { errorsPage } from './errorsPage.ts';
import type { GeneratedFile } from './generatedFile.mjs';
import { printedSchema } from './printedSchema.ts';
import { resolverTypes } from './resolverTypes.ts';
import { settingsPage } from './settingsPage.ts';
import { statements } from './statements.mjs';
import { typeDefinitions } from './typeDefinitions.mjs';

/**
 * Every generated file that needs no database. `schema/printed.graphql` is printed from the schema that this process has
 * loaded: `statements` and `typeDefinitions` must be current before it starts.
 */
export async function all(): Promise<GeneratedFile[]> {
  return [statements(), typeDefinitions(), await printedSchema(), await resolverTypes(), errorsPage(), settingsPage()];
}
