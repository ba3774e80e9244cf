import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A hook of a test; what is absent has a plain value. */
export interface TestHook {
  readonly id: string;
  readonly event: string;
  readonly namespace: string;
  /** One of the scripts of {@link HookFile}, and what it is called with. */
  readonly run: readonly [keyof typeof SCRIPTS, ...string[]];
  readonly priority?: number;
  readonly timeoutMs?: number;
  readonly failMode?: 'open' | 'closed';
}

/** What hooks do; each reads its input to the end. The first argument is an answer or the name of a file. */
const SCRIPTS = {
  answer: 'cat > /dev/null; printf "%s\\n" "$1"',
  record: 'IFS= read -r line; printf "%s\\n" "$line" >> "$1"',
  recordAndAnswer: 'IFS= read -r line; printf "%s\\n" "$line" >> "$1"; printf "%s\\n" "$2"',
  crash: 'cat > /dev/null; exit 3',
  sleep: 'cat > /dev/null; sleep 20',
} as const;

/** A line that a hook was given. */
export interface HookLine {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

/** A hooks.toml with executable scripts beside it. */
export class HookFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'hook-file-'));
  readonly path = join(this.#folder, 'hooks.toml');

  constructor(hooks: readonly TestHook[]) {
    for (const [name, body] of Object.entries(SCRIPTS)) {
      const script = join(this.#folder, name);
      writeFileSync(script, `#!/bin/bash\n${body}\n`);
      chmodSync(script, 0o755);
    }
    writeFileSync(this.path, hooks.map((hook) => this.#table(hook)).join('\n'));
  }

  /** Lines that hooks wrote to a file of this folder so far. */
  lines(name: string): HookLine[] {
    const path = join(this.#folder, name);
    if (!existsSync(path)) return [];
    const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line) as HookLine);
  }

  /** The lines once there are so many; fails after 15 seconds. */
  async until(name: string, count: number): Promise<HookLine[]> {
    for (const end = Date.now() + 15_000; Date.now() < end && this.lines(name).length < count;) await sleep(25);
    const lines = this.lines(name);
    if (lines.length < count) throw new Error(`${name} has ${lines.length} of ${count} lines`);
    return lines;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #table({
    id,
    event,
    namespace,
    run: [script, ...args],
    priority = 0,
    timeoutMs = 4_000,
    failMode = 'open',
  }: TestHook): string {
    return [
      '[[hook]]',
      `id = ${JSON.stringify(id)}`,
      `event = ${JSON.stringify(event)}`,
      `command = "./${script}"`,
      `args = ${JSON.stringify(args)}`,
      `priority = ${priority}`,
      `timeout_ms = ${timeoutMs}`,
      'mode = "exec"',
      'enabled = true',
      `namespace = ${JSON.stringify(namespace)}`,
      `fail_mode = ${JSON.stringify(failMode)}`,
      '',
    ].join('\n');
  }
}

/** A hook's answer. */
export const answer = (value: Record<string, unknown>): string => JSON.stringify(value);
