// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './generatedFile.mjs';

/** The whole schema as clients see it: made from the other files of the folder. */
const PRINTED = 'printed.graphql';

/**
 * Compiles the SDL files of schema/, so that no file is read at run time.
 * @returns {import('./generatedFile.mjs').GeneratedFile}
 */
export function typeDefinitions() {
  const folder = join(root, 'schema');
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql') && name !== PRINTED)
    .sort()
    .map((name) => `  ${JSON.stringify(readFileSync(join(folder, name), 'utf8'))},`);
  return {
    path: 'src/generated/typeDefinitions.ts',
    text: `// Generated from schema/ by \`npm run generate\`. Do not edit.\nexport const typeDefinitions: readonly string[] = [\n${rows.join('\n')}\n];\n`,
  };
}
