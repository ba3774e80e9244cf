import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pLimit from 'p-limit';
import pino from 'pino';
import { HookChain } from '../src/hook/chain.ts';
import { DaemonExecutor } from '../src/hook/daemon/daemonExecutor.ts';
import { encodeRequest } from '../src/hook/message.ts';
import { ms, type Figure, type Question } from './support/bench.ts';
import { HookScripts } from './support/hookScripts.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource, words } from './support/text.ts';

/** Answers each line at once: what is measured is the way there and back. */
const ECHO = `#!/bin/sh\nexec sed -u 's/.*/{"action":"allow"}/'\n`;

/** What does a daemon's decision cost over a bare pipe to the same program, alone and with 64 who want it at once? */
const question: Question = async () => {
  const scripts = new HookScripts();
  const command = scripts.script('echo', ECHO);
  const executor = new DaemonExecutor({ environment: process.env });
  const hook = {
    id: 'echo',
    event: 'pre_store',
    command,
    args: [],
    workingDirectory: '/',
    priority: 0,
    timeoutMs: 5000,
    mode: 'daemon',
    enabled: true,
    namespace: '**',
    failMode: 'closed',
  } as const;
  const chain = new HookChain([hook], new Map([['daemon', executor]]), { log: pino({ level: 'silent' }) });
  const pipe = barePipe(command);

  const random = randomSource(1);
  const payload = () => ({ title: words(random, 4), content: words(random, 40), namespace: 'bench', tags: ['a', 'b'] });
  const decide = async () => {
    const { outcome } = await chain.firePre('pre_store', payload(), { namespace: 'bench' });
    if (outcome !== 'allow') throw new Error(outcome);
  };
  const raw = () => pipe.ask(encodeRequest({ event: 'pre_store', payload: payload() }));

  const figures: Figure[] = [];
  for (const clients of [1, 64]) {
    const [ours, limit] = await sideBySide(decide, raw, { clients, count: 8000 });
    const who = clients === 1 ? 'one caller' : `${clients} callers`;
    for (const share of ['p50', 'p95'] as const) {
      figures.push({
        question: `a daemon's decision, ${who}, ${share} (raw: a bare pipe to the same program)`,
        figure: ms(ours[share]),
        raw: ms(limit[share]),
        ratio: ours[share] / limit[share],
        aim: share === 'p95' ? '<= 2' : '-',
      });
    }
  }
  await chain.close();
  await pipe.close();
  scripts.remove();
  return figures;
};
export default question;

/** A child, a line each way, one at a time, and nothing else. */
function barePipe(command: string) {
  const child = spawn(command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const turn = pLimit(1);
  let answered: () => void = () => {};
  child.stdout.on('data', () => answered());
  return {
    ask: (line: string) =>
      turn(
        () =>
          new Promise<void>((resolve) => {
            answered = resolve;
            child.stdin.write(`${line}\n`);
          }),
      ),
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
