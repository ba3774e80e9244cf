import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HookFolder } from '../support/hookFolder.ts';
import { CASES, type Mode } from './cases.ts';

/** One case, mode and fail mode; a hook of its own for a namespace of its own. */
export interface Variant {
  readonly id: string;
  readonly row: string;
  readonly mode: Mode;
  readonly failMode: 'open' | 'closed';
}

/** All there are. */
export const VARIANTS: readonly Variant[] = CASES.flatMap(({ row, outcome }, index) =>
  (Object.keys(outcome) as Mode[]).flatMap((mode) =>
    (['open', 'closed'] as const).map((failMode) => ({ id: `${index}.${mode}.${failMode}`, row, mode, failMode })),
  ),
);

/** A hooks.toml with a hook for each variant, and their scripts. */
export class MisbehavingHooks {
  readonly #folder = new HookFolder();
  readonly path = join(this.#folder.path, 'hooks.toml');

  /** @param url where the server that stands for http hooks listens: `/<index of the case>` */
  constructor(root: string, url: string) {
    writeFileSync(this.path, VARIANTS.map((variant) => this.#table(variant, root, url)).join('\n'));
  }

  /** The process that a variant wrote down. */
  process({ id }: Variant): number | undefined {
    const file = join(this.#folder.path, `${id}.pid`);
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  }

  remove(): void {
    this.#folder.remove();
  }

  #table({ id, mode, failMode }: Variant, root: string, url: string): string {
    const index = Number.parseInt(id, 10);
    const { timeoutMs = 3000, http } = CASES[index]!;
    const target =
      mode === 'http'
        ? { url: http ? `${url}/${index}` : 'http://127.0.0.1:9/' }
        : { command: this.#script(index, mode), args: [join(this.#folder.path, `${id}.pid`)] };
    const fields = {
      id,
      event: 'pre_store',
      ...target,
      priority: 0,
      timeout_ms: timeoutMs,
      mode,
      enabled: true,
      namespace: `${root}/${id}`,
      fail_mode: failMode,
    };
    return `[[hook]]\n${Object.entries(fields)
      .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
      .join('\n')}\n`;
  }

  #script(index: number, mode: Mode): string {
    const { shell = 'echo', file } = CASES[index]!;
    const name = `${index}.${mode}.sh`;
    if (file === 'missing') return join(this.#folder.path, name);
    const body = mode === 'exec' ? `cat > /dev/null\n${shell}` : `while IFS= read -r line; do\n${shell}\ndone`;
    const path = this.#folder.bash(name, body);
    if (file === 'not executable') chmodSync(path, 0o644);
    return path;
  }
}
