import { HookChain } from '../../../src/hook/chain.ts';
import { DaemonExecutor } from '../../../src/hook/daemon/daemonExecutor.ts';
import type { HookDefinition } from '../../../src/hook/definition.ts';
import { HookFolder } from '../support/hookFolder.ts';
import { hookOf, recordingLog } from '../support/hooks.ts';

/** A folder with daemons in it, and chains that ask them. */
export class Daemons {
  readonly folder = new HookFolder();
  readonly #executors: DaemonExecutor[] = [];

  /**
   * Writes a daemon; its path. In `body`, `answer(value)` prints a line, `request` is what came, `n` its number from 1 in
   * this process, and `starts` how many processes of this daemon there have been, this one included.
   */
  write(name: string, body: string, before = ''): string {
    return this.folder.node(
      name,
      `const { appendFileSync, readFileSync, writeFileSync, existsSync } = require('fs');
       appendFileSync('${name}.pids', process.pid + '\\n');
       const starts = readFileSync('${name}.pids', 'utf8').trim().split('\\n').length;
       const answer = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
       ${before}
       let n = 0;
       require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
         const request = JSON.parse(line); n += 1;
         ${body}
       });`,
    );
  }

  /** Ids of the processes that there have been of a daemon, oldest first. */
  async pids(name: string): Promise<number[]> {
    return (await this.folder.read(`${name}.pids`)).split('\n').map(Number);
  }

  /** A chain of daemons, closed unless said otherwise, and what its executor told. */
  chainOf(hooks: Partial<HookDefinition>[], options: { startMs?: number } = {}) {
    const restarted: string[] = [];
    const ended: string[] = [];
    const executor = new DaemonExecutor({
      environment: { PATH: process.env['PATH'], HOME: '/home/someone', LANG: 'C.UTF-8', NEO4J_PASSWORD: 'hunter2' },
      restarted: ({ id }) => restarted.push(id),
      ended: ({ id }, { message }) => ended.push(`${id}: ${message}`),
      ...options,
    });
    this.#executors.push(executor);
    const { log, lines } = recordingLog();
    const definitions = hooks.map((fields, index) =>
      hookOf({ id: `h${index}`, mode: 'daemon', failMode: 'closed', workingDirectory: this.folder.path, ...fields }),
    );
    const chain = new HookChain(definitions, new Map([['daemon', executor]]), { log });
    return { chain, executor, definitions, lines, restarted, ended };
  }

  async remove(): Promise<void> {
    await Promise.all(this.#executors.map((executor) => executor.close()));
    this.folder.remove();
  }
}
