import { describeProgress, type ReportProgress } from './runtime/progress.ts';
import type { Mnemograph } from './start.ts';

/** What the terminal shows: progress, the welcome, and what is wrong. */

/** Shows progress on one line that is written over on a terminal, and as one line a step elsewhere. */
export function progressPrinter(output: NodeJS.WriteStream): ReportProgress {
  let last = '';
  return (event) => {
    const line = describeProgress(event);
    if (output.isTTY) {
      output.write(`\r\u001b[2K${line}${event.step === 'done' ? '\n' : ''}`);
      return;
    }
    const step = `${event.subject} ${event.step}`;
    if (step !== last) output.write(`${line}\n`);
    last = step;
  };
}

/** Where to look, and one line to try. */
export function welcome({ url, databaseName }: Mnemograph): string {
  const body = `{"query":"mutation { storeMemory(input: {title: \\"Hello\\", content: \\"My first memory\\", onConflict: VERSION}) { memory { id title } } }"}`;
  return [
    '',
    `Mnemograph is ready, on ${databaseName}.`,
    '',
    `  Playground  ${url}/`,
    `  GraphQL     ${url}/graphql`,
    '',
    'Try:',
    `  curl -s ${url}/graphql -H 'content-type: application/json' -d '${body}'`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}

/** A failed start in words: what is wrong, what to do; a stack only for what nobody foresaw. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Mnemograph cannot start: ${String(error)}\n`;
  const advice = 'advice' in error && typeof error.advice === 'string' ? error.advice : null;
  if (advice !== null) return `Mnemograph cannot start: ${error.message}\n${advice}\n`;
  if (error.name === 'ConfigError' || error.name === 'HooksFileError')
    return `Mnemograph cannot start: ${error.message}\n`;
  return `Mnemograph cannot start: ${error.stack ?? error.message}\n`;
}
