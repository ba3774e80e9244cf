import pino from 'pino';
import { HookChain } from '../src/hook/chain.ts';
import { HOOK_EVENTS } from '../src/hook/event.ts';
import { ms, send, type Question } from './support/bench.ts';
import { HookScripts } from './support/hookScripts.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource, words } from './support/text.ts';

const STORE = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }';
const COUNT = 400;
const ELSEWHERE = 1000;
const LOOKS = 1_000_000;

/**
 * What does the hook system cost who uses no hooks? Without any, all that a store does for them is to look whether someone
 * listens, once before and once after: that is timed by itself, and set against the store. And what do hooks cost that listen
 * elsewhere: a server with 1,000 of other events and namespaces, beside one with none.
 */
const question: Question = async (bench) => {
  const scripts = new HookScripts();
  const others = HOOK_EVENTS.filter((event) => !event.endsWith('_store'));
  const hooks = scripts.file(
    'hooks.toml',
    Array.from({ length: ELSEWHERE }, (_, index) => ({
      id: `elsewhere-${index}`,
      event: index % 10 === 0 ? 'pre_store' : (others[index % others.length] ?? ''),
      command: '/bin/true',
      priority: index,
      timeout_ms: 1000,
      mode: 'exec',
      enabled: true,
      namespace: `elsewhere/${index}/**`,
    })),
  );
  // One for both: two would give the same vectors to different memories, which then are near duplicates.
  const embedder = readyEmbedder();
  const none = await bench.serve({ embedder });
  const many = await bench.serve({ embedder, hooks });
  const random = randomSource(1);
  const store = (url: string) => (turn: number) =>
    send(url, STORE, {
      input: {
        title: `${words(random, 4)} ${turn} ${url}`,
        content: words(random, 40),
        namespace: 'bench/hooks',
        tier: 'LONG',
      },
    });
  const [withMany, without] = await sideBySide(store(many.url), store(none.url), { count: COUNT });
  await many.stop();
  await none.stop();
  scripts.remove();

  const looks = perStore();
  return [
    {
      question: 'store with no hooks configured, p50 (raw: less what it spends on looking for hooks)',
      figure: ms(without.p50),
      raw: `${ms(without.p50 - looks)}, ${(looks * 1e6).toFixed(0)} ns less`,
      ratio: without.p50 / (without.p50 - looks),
      aim: '<= 1.02',
    },
    {
      question: `store with ${ELSEWHERE} hooks that listen elsewhere, p50 (raw: with none)`,
      figure: ms(withMany.p50),
      raw: ms(without.p50),
      ratio: withMany.p50 / without.p50,
      aim: '<= 1.02, and noise',
    },
  ];
};
export default question;

/** Milliseconds that the pipeline and the outbox spend on a store when nobody listens. */
function perStore(): number {
  const chain = new HookChain([], new Map(), { log: pino({ level: 'silent' }) });
  let heard = 0;
  const look = () => {
    for (let turn = 0; turn < LOOKS; turn++) {
      if (chain.has('pre_store', 'bench/hooks')) heard += 1;
      if (chain.has('post_store')) heard += 1;
    }
  };
  look();
  const began = performance.now();
  look();
  if (heard > 0) throw new Error('nobody should listen');
  return (performance.now() - began) / LOOKS;
}
