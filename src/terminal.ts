import { describeProgress, type ReportProgress } from './runtime/progress.ts';
import type { StepProgress } from './runtime/stepProgress.ts';
import type { Config } from './config.ts';
import type { ImportSummary } from './import/tally.ts';
import type { ReembedSummary } from './reembed/summary.ts';
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

const PLAIN_LINE_MS = 5_000;
const REDRAW_MS = 100;
const BAR = 24;

/** Shows steps as a bar that is drawn over on a terminal; elsewhere as a line every five seconds and one at the end. */
export function stepPrinter(output: NodeJS.WriteStream): StepProgress {
  let step = { name: '', begun: 0, count: 0, shown: 0, total: undefined as number | undefined, fraction: 0 };
  const line = (last: boolean) => {
    const seconds = ((performance.now() - step.begun) / 1000).toFixed(1);
    const fraction = last ? 1 : Math.min(1, step.total ? step.count / step.total : step.fraction);
    const percent = `${Math.floor(fraction * 100)} %`;
    const bar = '#'.repeat(Math.round(fraction * BAR)).padEnd(BAR, '-');
    const count = step.count.toLocaleString('en');
    return `${step.name}: ${output.isTTY ? `[${bar}] ` : ''}${count}, ${percent}, ${seconds} s`;
  };
  const show = (last: boolean) => {
    step.shown = performance.now();
    output.write(output.isTTY ? `\r\u001b[2K${line(last)}${last ? '\n' : ''}` : `${line(last)}\n`);
  };
  return {
    begin(name, total) {
      const now = performance.now();
      step = { name, begun: now, count: 0, shown: now, total, fraction: 0 };
    },
    advance(count, fraction) {
      step.count += count;
      step.fraction = fraction ?? step.fraction;
      if (performance.now() - step.shown >= (output.isTTY ? REDRAW_MS : PLAIN_LINE_MS)) show(false);
    },
    end: () => show(true),
    note: (text) => output.write(`${output.isTTY ? '\r\u001b[2K' : ''}${text}\n`),
  };
}

/** Where to look, and one line to try; where callers are not believed, with a token. */
export function welcome({ url, databaseName }: Mnemograph, authMode: Config['AUTH_MODE']): string {
  const body = `{"query":"mutation { storeMemory(input: {title: \\"Hello\\", content: \\"My first memory\\", onConflict: VERSION}) { memory { id title } } }"}`;
  const asksForToken = authMode === 'jwt';
  const authorization = asksForToken ? ' -H "authorization: Bearer $MNEMOGRAPH_TOKEN"' : '';
  return [
    '',
    `Mnemograph is ready, on ${databaseName}.`,
    '',
    `  Playground  ${url}/`,
    `  GraphQL     ${url}/graphql`,
    '',
    'Try:',
    ...(asksForToken ? ['  export MNEMOGRAPH_TOKEN=$(npx mnemograph token create --agent me)'] : []),
    `  curl -s ${url}/graphql${authorization} -H 'content-type: application/json' -d '${body}'`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}

/** What an import did, in one line. */
export function describeImport({ written, known, skipped, renamed }: ImportSummary, elapsedMs: number): string {
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([kind, count]) => `${count.toLocaleString('en')} ${NAMES[kind] ?? kind}`)
      .join(', ');
  const parts = [
    `Imported ${counts(written) || 'nothing new'} in ${(elapsedMs / 1000).toFixed(1)} s`,
    ...(Object.keys(known).length > 0 ? [`already there: ${counts(known)}`] : []),
    ...(renamed > 0 ? [`stored under a numbered title: ${renamed.toLocaleString('en')}`] : []),
    ...(skipped > 0 ? [`not imported, see above: ${skipped.toLocaleString('en')} rows`] : []),
  ];
  return `${parts.join('; ')}.\n`;
}

const NAMES: Readonly<Record<string, string>> = {
  memory: 'memories',
  link: 'links',
  next: 'steps of episodes',
  episode: 'episodes',
  version: 'earlier versions',
  entity_alias: 'names of entities',
  pending_action: 'pending actions',
  purge: 'purges',
  persona_counter: 'counters of personas',
};

/** What a change of the embedder did, and what comes next. */
export function describeReembed(summary: ReembedSummary): string {
  switch (summary.kind) {
    case 'same':
      return `The vectors come from ${summary.model} already; nothing is to be done.\n${
        summary.underWay === null
          ? ''
          : `A change to ${summary.underWay} was begun: its settings go on with it, \`npm run reembed -- --drop-old\` removes what it made.\n`
      }`;
    case 'first':
      return `${vectors(summary)} by ${summary.model}, the first embedder of this database.\n`;
    case 'changed':
      return [
        `${vectors(summary)} by ${summary.model}; servers start with it from now on.`,
        `Restart the running ones with the settings of this run. Until then they recall by the vectors of ${summary.from},`,
        'which stay until a further change needs their place or `npm run reembed -- --drop-old` removes them.',
        '',
      ].join('\n');
    case 'dropped':
      return summary.model === null
        ? 'There are no old vectors.\n'
        : `The vectors of ${summary.model} are removed. Servers still on them recall by words alone until they are restarted.\n`;
  }
}

function vectors({ embedded, refused }: { readonly embedded: number; readonly refused: number }): string {
  const left = refused === 0 ? '' : ` (not ${refused.toLocaleString('en')}, see above)`;
  return `${embedded.toLocaleString('en')} memories embedded${left}`;
}

/** Errors that say all there is to say. */
const PLAIN = new Set([
  'ConfigError',
  'HooksFileError',
  'ServerRefused',
  'HookUnusable',
  'UsageError',
  'NotThisFormat',
  'OperationRefused',
]);

/**
 * A failure in words: what is wrong, what to do; a stack only for what nobody foresaw.
 * @param what what failed, in words
 */
export function describeFailure(error: unknown, what = 'Mnemograph cannot start'): string {
  if (!(error instanceof Error)) return `${what}: ${String(error)}\n`;
  const advice = 'advice' in error && typeof error.advice === 'string' ? error.advice : null;
  if (advice !== null) return `${what}: ${error.message}\n${advice}\n`;
  if (PLAIN.has(error.name)) return `${what}: ${error.message}\n`;
  return `${what}: ${error.stack ?? error.message}\n`;
}
