// Compiles cypher/**/*.cypher to src/generated/statements.ts, so that no file is read at run time
// and a statement that does not exist is a type error.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'cypher');

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.cypher'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();

const rows = files.map((file) => {
  const name = relative(folder, file).split(sep).join('/').replace(/\.cypher$/, '');
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*\/\/.*\n/gm, '').trim();
  return `  ${JSON.stringify(name)}: ${JSON.stringify(text)},`;
});

mkdirSync(join(root, 'src/generated'), { recursive: true });
writeFileSync(
  join(root, 'src/generated/statements.ts'),
  `// Generated from cypher/ by \`npm run generate\`. Do not edit.\nexport const statements = {\n${rows.join('\n')}\n} as const;\n`,
);
