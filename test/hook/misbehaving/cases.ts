import type { Reply } from '../http/hookReceiver.ts';

/** How hooks of files are run. */
export type Mode = 'exec' | 'daemon' | 'http';

/**
 * What a store comes to: `stored` as sent, `changed` by the delta, `denied` by the hook's own word; or `failed`, with what
 * the log says of it: then it is stored as sent when the hook is open and refused with 503 when it is closed.
 */
export type Outcome = 'stored' | 'changed' | 'denied' | { readonly failed: RegExp };

/** One way to misbehave, as a process (for each request, or within a loop over its input) and as a server. */
export interface Case {
  /** The row of the table in docs/hooks.md. */
  readonly row: string;
  /** Shell; `$1` names a file for the id of a process that must not survive. */
  readonly shell?: string;
  /** Not a script at all. */
  readonly file?: 'missing' | 'not executable';
  readonly http?: Reply;
  readonly outcome: Readonly<Partial<Record<Mode, Outcome>>>;
  /** @default 3000 */
  readonly timeoutMs?: number;
}

const failed = (why: RegExp): Outcome => ({ failed: why });
const CHANGE = '{"action":"modify","delta":{"title":"changed"}}';
const TWO = ['{"action":"allow"}', '{"action":"deny","reason":"second"}'];
const UNKNOWN = '{"action":"modify","delta":{"title":"changed","colour":"red"}}';
const OUT_OF_RANGE = '{"action":"modify","delta":{"title":"changed","priority":80}}';
const says =
  (body: string, status = 200): Reply =>
  (response) =>
    void response.writeHead(status).end(body);

/** Every row of the table. */
export const CASES: readonly Case[] = [
  {
    row: 'answers nothing',
    shell: ':',
    http: says(''),
    outcome: { exec: 'stored', daemon: failed(/no answer within/), http: 'stored' },
    timeoutMs: 600,
  },
  {
    row: 'answers a blank line',
    shell: 'echo',
    http: says('\n'),
    outcome: { exec: 'stored', daemon: 'stored', http: 'stored' },
  },
  {
    row: 'answers garbage',
    shell: 'echo hello',
    http: says('hello'),
    outcome: { exec: failed(/not JSON/), daemon: failed(/not JSON/), http: failed(/not JSON/) },
  },
  {
    row: 'answers two documents, on two lines',
    shell: `printf '%s\\n%s\\n' '${TWO[0]}' '${TWO[1]}'`,
    http: says(TWO.join('\n')),
    outcome: { exec: 'denied', daemon: failed(/more than one line/), http: 'denied' },
  },
  {
    row: 'answers 10 MB',
    shell: `head -c 10000000 /dev/zero | tr '\\0' x; echo`,
    http: says('x'.repeat(10_000_000)),
    outcome: {
      exec: failed(/more than 1048576/),
      daemon: failed(/more than 1048576/),
      http: failed(/more than 1048576/),
    },
  },
  {
    row: 'a delta with a field that the event does not have',
    shell: `echo '${UNKNOWN}'`,
    http: says(UNKNOWN),
    outcome: { exec: 'changed', daemon: 'changed', http: 'changed' },
  },
  {
    row: 'a delta with a value out of its bounds',
    shell: `echo '${OUT_OF_RANGE}'`,
    http: says(OUT_OF_RANGE),
    outcome: { exec: failed(/delta\.priority/), daemon: failed(/delta\.priority/), http: failed(/delta\.priority/) },
  },
  {
    row: 'exits with 1; status 500',
    shell: `echo '${CHANGE}' >&2; exit 1`,
    http: says(CHANGE, 500),
    outcome: { exec: failed(/exit code 1/), daemon: failed(/exit code 1/), http: failed(/status 500/) },
  },
  {
    row: 'hangs',
    shell: 'echo $$ > "$1"; sleep 60',
    http: () => {},
    outcome: { exec: failed(/no answer within/), daemon: failed(/no answer within/), http: failed(/no answer within/) },
    timeoutMs: 600,
  },
  {
    row: 'forks: answers and ends, while its child keeps the output open',
    shell: `sleep 60 & echo $! > "$1"; echo '${CHANGE}'; exit 0`,
    outcome: { exec: 'changed', daemon: 'changed' },
  },
  {
    row: 'hangs and ignores SIGTERM',
    shell: `trap '' TERM; echo $$ > "$1"; while :; do sleep 0.05; done`,
    outcome: { exec: failed(/no answer within/), daemon: failed(/no answer within/) },
    timeoutMs: 600,
  },
  {
    row: 'is not executable',
    file: 'not executable',
    outcome: {
      exec: failed(/cannot be started: .*EACCES/),
      daemon: failed(/cannot be started: .*EACCES|does not come up/),
    },
  },
  {
    row: 'is missing; nobody listens',
    file: 'missing',
    outcome: {
      exec: failed(/cannot be started: .*ENOENT/),
      daemon: failed(/cannot be started: .*ENOENT|does not come up/),
      http: failed(/cannot be reached/),
    },
  },
];
