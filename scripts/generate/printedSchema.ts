import { lexicographicSortSchema, printSchema } from 'graphql';
import { publicSchema } from '../../src/schema/publicSchema.ts';
import type { GeneratedFile } from './generatedFile.mjs';

/** The whole API as clients see it, generated reads included, sorted, so that a change of it is a line in a diff. */
export async function printedSchema(): Promise<GeneratedFile> {
  const schema = await publicSchema();
  return {
    path: 'schema/printed.graphql',
    text: `# Printed from the served schema by \`npm run generate\`. Do not edit.\n\n${printSchema(lexicographicSortSchema(schema))}\n`,
  };
}
