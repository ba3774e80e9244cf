import { ms, type Question } from './support/bench.ts';
import { fillMemories } from './support/fillMemories.ts';
import { HookScripts } from './support/hookScripts.ts';
import { RawGraph } from './support/rawGraph.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { questionOf, recallOverHttp } from './support/recallRequest.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource } from './support/text.ts';

const MEMORIES = 2_000;
const COUNT = 400;

/** Writes a word more into each question, as a table of synonyms would. */
const EXPAND = `#!${process.execPath}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { query } = JSON.parse(line).payload;
  process.stdout.write(JSON.stringify({ action: 'modify', delta: { query: query + ' memory' } }) + '\\n');
});
`;

/** What does a daemon on the hot path cost a recall, and does it always answer within its 50 ms? */
const question: Question = async (bench) => {
  const scripts = new HookScripts();
  const hooks = scripts.file('hooks.toml', [
    {
      id: 'expand',
      event: 'pre_recall_expand',
      command: scripts.script('expand', EXPAND),
      priority: 0,
      timeout_ms: 50,
      enabled: true,
      namespace: '**',
    },
  ]);
  const plain = await bench.serve({ embedder: readyEmbedder() });
  const hooked = await bench.serve({ embedder: readyEmbedder(), hooks });
  const raw = new RawGraph(bench.address);
  await fillMemories(raw, plain.url, { from: 0, to: MEMORIES });
  const random = randomSource(5);
  const recall = (url: string) => () => recallOverHttp(url, questionOf(random));
  const [withHook, without] = await sideBySide(recall(hooked.url), recall(plain.url), { count: COUNT });
  const metrics = await (await fetch(`${hooked.url}/metrics`)).text();
  const answered = total(metrics, 'mnemograph_hook_events_fired_total');
  const late = total(metrics, 'mnemograph_hook_events_dropped_total');
  await raw.close();
  await hooked.stop();
  await plain.stop();
  scripts.remove();
  return [
    {
      question: 'recall at 2k with a pre_recall_expand daemon, p50 (raw: without)',
      figure: ms(withHook.p50),
      raw: ms(without.p50),
      ratio: withHook.p50 / without.p50,
      aim: '-',
    },
    {
      question: 'recall at 2k with a pre_recall_expand daemon, p95 (raw: without)',
      figure: ms(withHook.p95),
      raw: ms(without.p95),
      ratio: withHook.p95 / without.p95,
      aim: 'figure <= 50 ms',
    },
    {
      question: 'its time from firing to decision, mean',
      figure: ms(
        (1000 * total(metrics, 'mnemograph_hook_seconds_sum')) / total(metrics, 'mnemograph_hook_seconds_count'),
      ),
      raw: '',
      ratio: null,
      aim: '<= 50 ms',
    },
    {
      question: `its answers later than 50 ms, of ${answered + late}`,
      figure: String(late),
      raw: '',
      ratio: null,
      aim: '0',
    },
  ];
};
export default question;

/** The sum of all series of a metric. */
function total(text: string, name: string): number {
  const values = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
