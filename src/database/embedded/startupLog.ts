import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './dataFolder.ts';

/** What one start of Neo4j printed and logged. */
export interface StartupLog {
  /** Where Neo4j's standard output and error go. */
  readonly consoleFile: string;
  /** All of it so far, at most 4 MB of the debug log. */
  read(): Promise<string>;
}

const ENOUGH = 4e6;

/** Begins with what is written from now on: the debug log is kept over starts, the console's is not. */
export async function startupLog(folder: DataFolder): Promise<StartupLog> {
  const consoleFile = join(folder.logs, 'neo4j-console.log');
  const debugFile = join(folder.logs, 'debug.log');
  const before = await sizeOf(debugFile);
  return {
    consoleFile,
    async read() {
      const size = await sizeOf(debugFile);
      // A smaller file was rotated meanwhile.
      const debug = await readFrom(debugFile, size < before ? 0 : before);
      return `${debug}\n${await readFile(consoleFile, 'utf8').catch(() => '')}`;
    },
  };
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

async function readFrom(file: string, start: number): Promise<string> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return '';
  try {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(ENOUGH), position: start });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
