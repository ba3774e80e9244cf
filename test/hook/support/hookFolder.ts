import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A folder of hook scripts that really run. */
export class HookFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'hook-folder-'));

  /** Writes a bash script; its path. */
  bash(name: string, body: string): string {
    return this.#script(name, `#!/bin/bash\n${body}\n`);
  }

  /** Writes a script for the node that runs the tests; its path. */
  node(name: string, body: string): string {
    return this.#script(name, `#!${process.execPath}\n${body}\n`);
  }

  /** What a script wrote to a file of this folder, once it is there. */
  async read(name: string): Promise<string> {
    const path = join(this.path, name);
    for (let tries = 0; tries < 100 && !(existsSync(path) && readFileSync(path, 'utf8').endsWith('\n')); tries += 1)
      await sleep(20);
    return readFileSync(path, 'utf8').trim();
  }

  exists(name: string): boolean {
    return existsSync(join(this.path, name));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #script(name: string, text: string): string {
    const path = join(this.path, name);
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    return path;
  }
}

/** True once the process is gone (or a zombie that its new parent has not yet collected), within two seconds. */
export async function goesAway(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!runs(pid)) return true;
    await sleep(20);
  }
  return false;
}

/** Whether a process runs now. */
export function runs(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return state !== '' && !state.startsWith('Z');
  } catch {
    return false;
  }
}
