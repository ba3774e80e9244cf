import { parseArgs } from 'node:util';
import { UsageError } from '../runtime/usageError.ts';

/** How the hook commands are called. */
export const USAGE = `mnemograph hooks <command> [options]
  list       the hooks that the files of the settings define    [--json]
  validate   what is wrong with the files                       [--json]
  log        the runs of hooks, newest first                    [--since TIME] [--event NAME] [--hook ID] [--tail N] [--json]
  test ID    runs one hook with a payload, and changes nothing  [--payload JSON; standard input when absent] [--json]
  reload     has the server read the files again                [--json]
log, test and reload ask the server at --url, http://127.0.0.1:4000 when absent, with MNEMOGRAPH_TOKEN as bearer token if set.
Ends with 0; list: 3 when a file cannot be read; validate: 2 when one cannot, 3 when entries are left out; test: 4 when
the hook denies or asks, 5 when it fails; 1 for all else that goes wrong.`;

/** What the command line asks for. */
export type HooksWish =
  | { readonly command: 'list' | 'validate'; readonly json: boolean }
  | { readonly command: 'reload'; readonly json: boolean; readonly url: string }
  | {
      readonly command: 'log';
      readonly json: boolean;
      readonly url: string;
      readonly since: string | undefined;
      readonly event: string | undefined;
      readonly hook: string | undefined;
      readonly tail: number;
    }
  | {
      readonly command: 'test';
      readonly json: boolean;
      readonly url: string;
      readonly id: string;
      /** Undefined: on standard input. */
      readonly payload: string | undefined;
    };

const OPTIONS = {
  json: { type: 'boolean', default: false },
  url: { type: 'string', default: 'http://127.0.0.1:4000' },
  since: { type: 'string' },
  event: { type: 'string' },
  hook: { type: 'string' },
  tail: { type: 'string', default: '50' },
  payload: { type: 'string' },
} as const;

/** The options that each command has besides `--json`. */
const OWN = {
  list: [],
  validate: [],
  log: ['url', 'since', 'event', 'hook', 'tail'],
  test: ['url', 'payload'],
  reload: ['url'],
} as const satisfies Record<HooksWish['command'], readonly (keyof typeof OPTIONS)[]>;

/**
 * Reads the words after `mnemograph hooks`.
 * @throws UsageError with how it should be
 */
export function hooksArguments(words: readonly string[]): HooksWish {
  const [name = '', ...rest] = words;
  if (!Object.hasOwn(OWN, name)) throw new UsageError(name === '' ? USAGE : `no command "${name}"\n${USAGE}`);
  const command = name as HooksWish['command'];
  const { values, positionals } = parsed(command, rest);
  const { json, url } = values;
  switch (command) {
    case 'list':
    case 'validate':
      return { command, json };
    case 'reload':
      return { command, json, url };
    case 'log':
      return {
        ...{ command, json, url, event: values.event, hook: values.hook },
        since: values.since === undefined ? undefined : instant(values.since),
        tail: count(values.tail),
      };
    case 'test':
      return { command, json, url, id: positionals[0] ?? '', payload: values.payload };
  }
}

function parsed(command: HooksWish['command'], words: readonly string[]) {
  try {
    const own = Object.fromEntries(
      ['json', ...OWN[command]].map((name) => [name, OPTIONS[name as keyof typeof OPTIONS]]),
    );
    const { values, positionals } = parseArgs({ args: [...words], options: own, allowPositionals: true });
    if (positionals.length !== (command === 'test' ? 1 : 0))
      throw new Error(command === 'test' ? 'test takes the id of one hook' : `${command} takes no further words`);
    const typed = values as {
      readonly json: boolean;
      readonly url: string;
      readonly tail: string;
    } & Partial<Record<'since' | 'event' | 'hook' | 'payload', string>>;
    return { values: typed, positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

function instant(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`--since: no time, got ${text}\n${USAGE}`);
  return time.toISOString();
}

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 10_000)
    throw new UsageError(`--tail: a whole number from 1 to 10,000, got ${text}\n${USAGE}`);
  return number;
}
