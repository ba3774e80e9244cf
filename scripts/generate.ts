// Writes every generated file. `--check` writes nothing: it names those that are not what would be written, and fails.
import { isCurrent, write } from './generate/generatedFile.mjs';
import { statements } from './generate/statements.mjs';
import { typeDefinitions } from './generate/typeDefinitions.mjs';

const checking = process.argv.includes('--check');
const sources = [statements(), typeDefinitions()];
if (!checking) sources.forEach(write);

const { all } = await import('./generate/all.ts');
const stale = (await all()).filter((file) => !isCurrent(file));
for (const file of stale) {
  if (!checking) write(file);
  console.log(`${checking ? 'not up to date' : 'wrote'}: ${file.path}`);
}
if (checking && stale.length > 0) {
  console.log('Run `npm run generate` and commit what it writes.');
  process.exitCode = 1;
}
