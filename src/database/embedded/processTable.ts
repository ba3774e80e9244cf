import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type ProcessMark, readMark } from './processMark.ts';

/** A running embedded database as the process table shows it. */
export interface MarkedProcess extends ProcessMark {
  readonly pid: number;
}

/**
 * All embedded databases of one data folder that run on this machine. The process table is the record: unlike a file it
 * cannot be stale, and it knows a database whose server was killed before it could write anything down.
 * @param home see `homeMark()`
 */
export async function findMarkedProcesses(home: string): Promise<MarkedProcess[]> {
  const lines = process.platform === 'linux' ? await linuxCommandLines() : await psCommandLines();
  const marked = lines.map(({ pid, words }) => ({ pid, mark: readMark(words) }));
  return marked.flatMap(({ pid, mark }) => (mark?.home === home ? [{ pid, ...mark }] : []));
}

/** Whether this very database still runs: neither gone, nor a zombie, nor its id given to another process. */
export async function isRunning(wanted: MarkedProcess): Promise<boolean> {
  const line =
    process.platform === 'linux' ? await linuxCommandLine(wanted.pid) : (await psCommandLines(wanted.pid))[0];
  const mark = readMark(line?.words ?? []);
  return mark?.home === wanted.home && mark.port === wanted.port;
}

interface CommandLine {
  readonly pid: number;
  readonly words: readonly string[];
}

async function linuxCommandLines(): Promise<CommandLine[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(pids.map(linuxCommandLine));
}

async function linuxCommandLine(pid: number): Promise<CommandLine> {
  // A process may end between the two reads; a zombie's command line is empty.
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return { pid, words: text.split('\0') };
}

async function psCommandLines(pid?: number): Promise<CommandLine[]> {
  const which = pid === undefined ? ['-A'] : ['-p', String(pid)];
  // ps exits with 1 when there is no such process.
  const { stdout } = await promisify(execFile)('ps', ['-ww', ...which, '-o', 'pid=,command='], {
    maxBuffer: 64e6,
  }).catch(() => ({ stdout: '' }));
  return stdout.split('\n').map((line) => {
    const [id, ...words] = line.trim().split(/\s+/);
    return { pid: Number(id), words };
  });
}
