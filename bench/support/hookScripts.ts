import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of hooks for one bench. */
export class HookScripts {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mnemograph-bench-hooks-'));

  /** Writes an executable; its path. */
  script(name: string, text: string): string {
    return this.#write(name, text, 0o755);
  }

  /** Writes a hooks file of `[[hook]]` tables; its path. */
  file(name: string, hooks: readonly Readonly<Record<string, string | number | boolean>>[]): string {
    const tables = hooks.map(
      (hook) =>
        `[[hook]]\n${Object.entries(hook)
          .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
          .join('\n')}\n`,
    );
    return this.#write(name, tables.join('\n'), 0o644);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(name: string, text: string, mode: number): string {
    const path = join(this.#folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }
}
