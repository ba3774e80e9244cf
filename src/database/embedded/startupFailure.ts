import { StartupError } from '../../runtime/startupError.ts';

/** A port that was free a moment ago and is not any more: another one may do. */
export class PortTaken extends StartupError {}

interface Cause {
  readonly says: RegExp;
  readonly means: string;
  readonly advice: string;
}

/** What Neo4j says when it cannot start, and what to tell the person; the first that fits is taken. */
const CAUSES: readonly Cause[] = [
  {
    says: /No space left on device|There is not enough space on the disk/,
    means: 'the disk is full',
    advice: 'Free some space, or move the data folder to another disk (MNEMOGRAPH_HOME).',
  },
  {
    says: /Lock file has been locked by another process|FileLockException/,
    means: 'another process has the store open',
    advice: 'Stop the other Neo4j that runs on this data folder, then start again.',
  },
  {
    says: /OutOfMemoryError|insufficient memory|Could not reserve enough space|Cannot allocate memory/,
    means: 'there is not enough memory',
    advice: 'Stop other programs, or set NEO4J_URI to use a database on another machine.',
  },
  {
    says: /newer version of neo4j|Unknown kernel version|UnsupportedLogVersion|downgrade|[Ss]tore version .*(not|un)/,
    means: 'its store was written by another version of Neo4j',
    advice:
      'Use the newer version of this server that wrote it, or restore a backup into another data folder (MNEMOGRAPH_HOME).',
  },
  {
    says: /[Mm]igration (failed|was interrupted)|UnableToMigrate/,
    means: 'its store could not be brought to this version',
    advice: 'Restore a backup, or go on with the version of this server that used this data folder before.',
  },
  {
    says: /Address already in use|PortBindException/,
    means: 'its port is taken',
    advice: 'Start again: another port is chosen each time.',
  },
  {
    says: /Failed to start DatabaseId|Failed to read|unrecognised|[Cc]orrupt|checksum|[Ii]nconsistent/,
    means: 'its store is damaged',
    advice: 'Restore a backup, or move the data folder away and start with a new one.',
  },
];

/**
 * Finds the telling line in what Neo4j printed and logged since it was started.
 * @param text console output and debug log
 * @param logs folder of the logs, for the advice
 * @returns null when nothing there says that it will not start
 */
export function startupFailure(text: string, logs: string): StartupError | null {
  const lines = text.split('\n').filter((line) => /Exception|Error|ERROR|error|Caused by|memory/.test(line));
  const cause = CAUSES.find(({ says }) => lines.some((line) => says.test(line)));
  if (cause === undefined) return null;
  const line = lines.findLast((each) => cause.says.test(each)) ?? '';
  const Kind = cause.means.includes('port') ? PortTaken : StartupError;
  return new Kind(
    `The embedded Neo4j could not start, because ${cause.means}: ${tellingPart(line, cause.says)}`,
    `${cause.advice} Its logs are in ${logs}.`,
  );
}

/** Of a log line, which may hold a whole stack trace, the one part that tells. */
function tellingPart(line: string, says: RegExp): string {
  const [first = line, ...causes] = partsOf(line);
  const deepest =
    causes.findLast((part) => says.test(part)) ?? causes.findLast((part) => part.startsWith('Caused by: '));
  const told = deepest ?? causes[0] ?? first;
  return told
    .replace(/^(Caused by: |java\.lang\.RuntimeException: )+/, '')
    .slice(0, 500)
    .trim();
}

/** The message of a line of JSON and the causes in its stack trace; any other line as it is. */
function partsOf(line: string): string[] {
  try {
    const { message, stacktrace = '' } = JSON.parse(line) as { message: string; stacktrace?: string };
    return [message, ...stacktrace.split('\n').filter((part) => part !== '' && !/^\s+(at|\.\.\.) /.test(part))];
  } catch {
    return [line];
  }
}
