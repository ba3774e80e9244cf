// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './generatedFile.mjs';

/**
 * Compiles the files of cypher/, so that no file is read at run time and a statement that does not exist is a type error.
 * @returns {import('./generatedFile.mjs').GeneratedFile}
 */
export function statements() {
  const folder = join(root, 'cypher');
  const rows = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cypher'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const name = relative(folder, file)
        .split(sep)
        .join('/')
        .replace(/\.cypher$/, '');
      return `  ${JSON.stringify(name)}: ${JSON.stringify(withoutComments(readFileSync(file, 'utf8')))},`;
    });
  return {
    path: 'src/generated/statements.ts',
    text: `// Generated from cypher/ by \`npm run generate\`. Do not edit.\nexport const statements = {\n${rows.join('\n')}\n} as const;\n`,
  };
}

/** @param {string} text */
function withoutComments(text) {
  return text.replaceAll(/^\s*\/\/.*\n/gm, '').trim();
}
