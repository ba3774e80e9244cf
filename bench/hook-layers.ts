import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { HookDefinition } from '../src/hook/definition.ts';
import type { Executor } from '../src/hook/executor.ts';
import { HookChain } from '../src/hook/chain.ts';
import { readLayers } from '../src/hook/layer/layers.ts';
import { ms, type Figure, type Question } from './support/bench.ts';

const HOOKS = 1_000;
const ROUNDS = 5;
const FIRINGS = 2_000;

/** An executor that answers at once: what is left is the chain's own work. */
const silent: Executor = { run: async () => ({ value: undefined }), close: async () => {} };
const executors = new Map([['exec', silent]] as const);
const surroundings = { log: pino({ level: 'silent' }) };

/** How long do 1,000 definitions with matchers take to load, and does an event pay for hooks of other events? */
const question: Question = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hook-layers-'));
  try {
    const hooks = await load(folder);
    return [hooks.figure, await matching(hooks.definitions)];
  } finally {
    await rm(folder, { recursive: true });
  }
};
export default question;

async function load(folder: string): Promise<{ figure: Figure; definitions: readonly HookDefinition[] }> {
  await writeFile(join(folder, 'guard'), '#!/bin/sh\n');
  await chmod(join(folder, 'guard'), 0o755);
  const text = Array.from({ length: HOOKS }, (_, place) =>
    [
      `[[hooks]]\nid = "hook-${place}"\nevent = "post_link"\ncommand = ["./guard", "${place}"]\nschemaVersions = ["1.0"]`,
      `namespace = "acme/${place}/**"\nallowParallel = true`,
      `matchers = { tags = ["t${place}"], sources = [{ type = "regex", value = "^(api|hook-${place})$" }], paths = [{ type = "glob", value = "src/${place}/**" }] }`,
    ].join('\n'),
  ).join('\n');
  await writeFile(join(folder, 'hooks.toml'), text);
  const times: number[] = [];
  let definitions: readonly HookDefinition[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    const layers = await readLayers([{ scope: 'project', path: join(folder, 'hooks.toml') }], undefined, {
      modes: new Set(['exec']),
      searchPath: '',
    });
    definitions = layers.hooks as readonly HookDefinition[];
    new HookChain(definitions, executors, surroundings);
    times.push(performance.now() - begin);
  }
  if (definitions.length !== HOOKS) throw new Error(`${definitions.length} of ${HOOKS} hooks were loaded`);
  const [first = 0, ...later] = times;
  return {
    definitions,
    figure: {
      question: `a layer of ${HOOKS} definitions with matchers, read, checked and compiled`,
      figure: `${ms(first)} the first time, ${ms(median(later))} later`,
      ...{ raw: '', ratio: null, aim: '< 1 s' },
    },
  };
}

async function matching(others: readonly HookDefinition[]): Promise<Figure> {
  const [any] = others;
  if (!any) throw new Error('no hooks');
  const mine: HookDefinition = { ...any, id: 'mine', event: 'pre_store', namespace: '**', matchers: undefined };
  const alone = new HookChain([mine], executors, surroundings);
  const among = new HookChain([mine, ...others], executors, surroundings);
  const fire = async (chain: HookChain) => {
    const begin = performance.now();
    for (let firing = 0; firing < FIRINGS; firing += 1)
      await chain.firePre('pre_store', { title: 'a', content: 'b' }, { namespace: 'acme' });
    return ((performance.now() - begin) / FIRINGS) * 1000;
  };
  await fire(alone);
  await fire(among);
  const pairs: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) pairs.push([await fire(among), await fire(alone)]);
  const [figure, raw] = [median(pairs.map(([with_]) => with_)), median(pairs.map(([, without]) => without))];
  return {
    question: `a firing of one hook beside ${HOOKS} hooks of another event`,
    figure: `${figure.toFixed(1)} µs`,
    raw: `${raw.toFixed(1)} µs alone`,
    ratio: figure / raw,
    aim: 'ratio about 1',
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}
