import { readdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { withBench, type Figure, type Question } from './support/bench.ts';

/**
 * Runs every question, or those named on the command line, each on a fresh database, and prints each figure beside the
 * raw limit of the same run. Trust the ratios: a shared machine makes the figures themselves drift.
 */
const folder = import.meta.dirname;
const names = process.argv.slice(2);
const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && name !== 'run.ts');
const chosen = names.length > 0 ? files.filter((name) => names.includes(name.replace('.ts', ''))) : files;

console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
for (const file of chosen.sort()) {
  const { default: question } = (await import(join(folder, file))) as { default: Question };
  const figures = await withBench(question);
  for (const figure of figures) console.log(line(figure));
}

function line({ question, figure, raw, ratio, aim }: Figure): string {
  const against = raw === '' ? '' : `raw ${raw}, ratio ${ratio?.toFixed(2) ?? ''}, `;
  return `${question}\n    ${figure}   (${against}aim ${aim})`;
}
