// Compiles schema/*.graphql to src/generated/typeDefinitions.ts, so that no file is read at run time.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'schema');

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.graphql') && name !== 'printed.graphql')
  .sort();
const texts = files.map((name) => `  ${JSON.stringify(readFileSync(join(folder, name), 'utf8'))},`);

mkdirSync(join(root, 'src/generated'), { recursive: true });
writeFileSync(
  join(root, 'src/generated/typeDefinitions.ts'),
  `// Generated from schema/ by \`npm run generate\`. Do not edit.\nexport const typeDefinitions: readonly string[] = [\n${texts.join('\n')}\n];\n`,
);
