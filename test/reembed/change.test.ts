import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseConfig } from '../../src/config.ts';
import { reembedArguments } from '../../src/reembed/arguments.ts';
import { runReembed } from '../../src/reembed/runReembed.ts';
import { describeReembed } from '../../src/terminal.ts';
import { log } from '../event/outbox.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';
import { onDatabase, runCommand, type CommandResult } from '../support/commandLine.ts';
import { failedStart, startTestServer, type TestServer } from '../support/server.ts';
import { WholeGraph } from '../support/wholeGraph.ts';
import { Agent, type Found } from './client.ts';
import { embedders } from './embedders.ts';

// One graph through the changes of its embedder, beside servers that serve throughout. Each test goes on where the one before ended.

const APPLES = Array.from({ length: 250 }, (_, index) => `Apple ${index}`);
const ENGINES = Array.from({ length: 250 }, (_, index) => `Engine ${index}`);
/** Two subjects, far apart: by its passages it is nearer to the second than as a whole. */
const NEITHER = 'The number is listed with the day, and so is what was paid for it then. '.repeat(50);
const LEDGER = `${'The engine is listed with its number. '.repeat(30)}${NEITHER}A ship came in. ${NEITHER}`;

let service: Awaited<ReturnType<typeof embedders>>;
let on: Record<string, string>;
let graph: WholeGraph;
let stopDatabase: () => Promise<void>;
const servers: TestServer[] = [];
/** A server that is started with the first embedder and never again. */
let old: Agent;
/** One with the second, once that is there. */
let present: Agent;
let ids: string[];

beforeAll(async () => {
  const { address, stop } = await emptyDatabase();
  stopDatabase = stop;
  on = onDatabase(address);
  graph = new WholeGraph(address);
  service = await embedders();
  old = await serverWith('first');
  ids = [...(await old.store(APPLES)), ...(await old.store(ENGINES)), ...(await old.store(['Ledger'], () => LEDGER))];
  // Archived ones are embedded too: a restore brings the vector back.
  for (const id of ids.slice(240, 250)) await old.remove(id);
}, 120_000);

afterAll(async () => {
  for (const server of servers) await server.stop();
  await graph?.close();
  await stopDatabase?.();
  await service?.close();
});

async function serverWith(model: string): Promise<Agent> {
  const server = await startTestServer({ environment: { ...on, ...service.settings(model), LOG_LEVEL: 'error' } });
  servers.push(server);
  return new Agent(server.url);
}

async function reembed(
  model: string,
  options: {
    settings?: Record<string, string>;
    until?: () => Promise<boolean>;
    end?: NodeJS.Signals;
  } = {},
): Promise<CommandResult> {
  const { settings = {}, until, end = 'SIGKILL' } = options;
  return await runCommand('reembedMain', [], { ...on, ...service.settings(model), ...settings }, (child) => {
    const look = async () => {
      while (child.exitCode === null && !(await until!())) await sleep(10);
      child.kill(end);
    };
    if (until) void look();
  });
}

async function countOf(where: string): Promise<number> {
  const [row] = await graph.ask<{ count: number }>(`MATCH (m:MemoryRecord) WHERE ${where} RETURN count(m) AS count`);
  return row?.count ?? 0;
}

const modelsNoted = async () => await graph.ask('MATCH (e:EmbeddingModel) RETURN properties(e) AS noted');

/** The same without a process of its own. */
async function reembedHere(
  model: string,
  words: string[] = [],
  settings: Record<string, string> = {},
): Promise<{ told: string; notes: string }> {
  const notes: string[] = [];
  const summary = await runReembed(reembedArguments(words), {
    config: parseConfig({ ...on, ...service.settings(model), ...settings }),
    environment: process.env,
    log,
    report: () => {},
    progress: { begin: () => {}, advance: () => {}, end: () => {}, note: (line) => notes.push(line) },
    signal: new AbortController().signal,
  });
  return { told: describeReembed(summary), notes: notes.join('\n') };
}

/** Questions one after the other until `work` is through; every answer is looked at. */
async function askingWhile<Result>(agent: Agent, work: Promise<Result>, look: (found: Found) => void): Promise<Result> {
  let running = true;
  let asked = 0;
  const asking = (async () => {
    while (running || asked === 0) {
      look(await agent.recall('orchard'));
      asked += 1;
      await sleep(40);
    }
  })();
  try {
    return await work;
  } finally {
    running = false;
    await asking;
  }
}

function findsApples({ mode, titles, meta }: Found): void {
  expect({ mode, degraded: meta.degraded, found: titles.length }).toEqual({
    ...{ mode: 'SEMANTIC', degraded: false, found: 10 },
  });
  expect(titles.filter((title) => !/Apple|Orchard/.test(title))).toEqual([]);
}

async function soon(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 15_000; !(await what());) {
    if (Date.now() > end) throw new Error('it did not come to it in time');
    await sleep(100);
  }
}

test('what cannot be begun says why and changes nothing', async () => {
  const before = await modelsNoted();
  const refused = await failedStart({ ...on, ...service.settings('second'), PORT: '0' });
  expect(refused).toMatchObject({
    code: 1,
    error: expect.stringContaining('Run `npm run reembed` with these settings'),
  });
  const away = { EMBEDDING_URL: 'http://127.0.0.1:1/v1', EMBEDDING_DIMENSIONS: '' };
  const { code, err } = await reembed('second', { settings: away });
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('127.0.0.1:1') });
  // Foreseen: no stack.
  expect(err).not.toMatch(/\n\s+at /);
  await expect(reembedHere('second', [], { EMBEDDING_PROVIDER: 'none' })).rejects.toThrow('EMBEDDING_PROVIDER is none');
  await expect(reembedHere('second', [], { NEO4J_PASSWORD: 'wrong' })).rejects.toThrow('refused the user');
  await expect(reembedHere('second', ['--new'])).rejects.toThrow('npm run reembed [-- --drop-old]');
  expect((await reembedHere('first')).told).toContain('The vectors come from openai:first@8 already');
  expect((await reembedHere('first', ['--drop-old'])).told).toBe('There are no old vectors.\n');
  expect(await modelsNoted()).toEqual(before);
}, 60_000);

test('killed and stopped midway, it goes on where it was, and recall answers all the while', async () => {
  service.state.pauseMs = 60;
  const killed = reembed('second', { until: async () => (await countOf('m.embeddingB IS NOT NULL')) >= 100 });
  expect((await askingWhile(old, killed, findsApples)).code).toBeNull();
  const first = await countOf('m.embeddingB IS NOT NULL');
  expect(first).toBeLessThan(400);

  const stopped = await reembed('second', {
    until: async () => (await countOf('m.embeddingB IS NOT NULL')) >= first + 100,
    end: 'SIGINT',
  });
  expect(stopped).toMatchObject({
    code: 130,
    err: expect.stringContaining('The same command again goes on from here.'),
  });
  const second = await countOf('m.embeddingB IS NOT NULL');
  expect(second).toBeLessThan(500);
  expect(await graph.ask('MATCH (e:EmbeddingModel) RETURN e.slot AS slot, e.changing AS changing')).toEqual([
    { slot: null, changing: true },
  ]);

  // Edits, of what has its new vector and of what has not, are not undone; what is stored meanwhile is not left out.
  const [done] = await graph.ask<{ id: string }>(
    `MATCH (m:Memory) WHERE m.embeddingB IS NOT NULL AND m.title STARTS WITH "Apple 1" RETURN m.id AS id LIMIT 1`,
  );
  await old.retell(done!.id, 'Engine that was fruit');
  expect(await countOf(`m.id = "${done!.id}" AND m.embeddingB IS NULL AND m.awaitsEmbeddingB`)).toBe(1);

  service.state.texts = {};
  let more = 0;
  const going = reembed('second');
  const storing = askingWhile(old, going, findsApples);
  while ((await Promise.race([going, sleep(40, null)])) === null) await old.store([`Orchard ${(more += 1)}`]);
  const { code, out, err } = await storing;
  expect({ code, out, err }).toMatchObject({
    ...{ code: 0, err: expect.stringContaining('goes on where it was') },
    out: expect.stringContaining('servers start with it from now on'),
  });
  expect(more).toBeGreaterThan(3);
  expect(service.state.texts['second']).toBeLessThan(500 + 2 * more - second + 100);
  expect(await graph.ask('MATCH (e:EmbeddingModel) RETURN e.slot AS slot, e.changing AS changing')).toEqual([
    { slot: 'b', changing: null },
  ]);
  // Archived memories have theirs too; what was stored behind the last look waits for a server.
  expect(await countOf('m:ArchivedMemory AND m.embeddingModelB <> "openai:second@12"')).toBe(0);
  expect(await countOf('m:ArchivedMemory AND m.embeddingB IS NULL')).toBe(0);
}, 90_000);

test('the new server finds by the new vectors, the old one by the old, each what the other stores', async () => {
  service.state.pauseMs = 0;
  findsApples(await old.recall('orchard'));
  present = await serverWith('second');
  findsApples(await present.recall('orchard'));
  const ship = await present.recall('harbour');
  expect({ first: ship.titles[0], passage: ship.passage }).toEqual({ first: 'Ledger', passage: true });
  expect(
    await countOf('m:Memory AND m.title STARTS WITH "Engine that was" AND m.embeddingB[4] > m.embeddingB[5]'),
  ).toBe(0);

  const [fromOld] = await old.store(['Ship of old']);
  const [fromNew] = await present.store(['Ship of now']);
  const [retold] = ids;
  await old.retell(retold!, 'Ship that was fruit');
  expect(await countOf(`m.id IN ["${fromOld}", "${fromNew}", "${retold}"]`)).toBe(3);
  await soon(async () => (await countOf('m:Memory AND (m.awaitsEmbeddingB OR m.awaitsEmbedding)')) === 0);
  const ships = ['Ship of now', 'Ship of old', 'Ship that was fruit'];
  for (const agent of [old, present])
    expect((await agent.recall('harbour')).titles).toEqual(expect.arrayContaining(ships));
  expect(await countOf('m:Memory AND (m.embedding IS NULL OR m.embeddingB IS NULL)')).toBe(0);
  expect(await countOf('m:Memory AND m.embeddingStatus <> "READY"')).toBe(0);

  const asked = service.state.texts['second'];
  await present.restore(ids[240]!);
  expect(await countOf(`m:Memory AND m.id = "${ids[240]}" AND m.embeddingModelB = "openai:second@12"`)).toBe(1);
  expect(service.state.texts['second']).toBe(asked);
}, 60_000);

test('a change to a further one takes the oldest place: a server still there goes on by words and says so', async () => {
  service.state.pauseMs = 60;
  const third = reembed('third', { until: async () => (await countOf('m.embeddingModel = "openai:third@8"')) >= 100 });
  const seen = new Set<string>();
  // By the old vectors as long as they are there, then by words: "orchard" is in the titles of what was stored on the way.
  const oldServes = (found: Found) => {
    seen.add(found.meta.degraded ? 'by words' : 'by meaning');
    if (!found.meta.degraded) findsApples(found);
    expect(found.titles.filter((title) => !/Apple|Orchard/.test(title))).toEqual([]);
    expect(found.titles.length).toBeGreaterThan(0);
  };
  const [, killed] = await Promise.all([askingWhile(old, third, oldServes), askingWhile(present, third, findsApples)]);
  expect(killed.code).toBeNull();
  expect([...seen].sort()).toEqual(['by meaning', 'by words']);
  // It stores without a vector; the present one makes it.
  const [ship] = await old.store(['Ship without']);
  expect(await countOf(`m.id = "${ship}" AND m.embedding IS NULL`)).toBe(1);
  await soon(async () => (await countOf(`m.id = "${ship}" AND m.embeddingModelB IS NOT NULL`)) === 1);

  expect((await reembedHere('second')).told).toMatch(/second@12 already[^]*A change to openai:third@8 was begun/);
  const refused = await failedStart({ ...on, ...service.settings('third'), PORT: '0' });
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('is under way') });

  service.state.pauseMs = 0;
  const { notes } = await askingWhile(present, reembedHere('fourth'), findsApples);
  expect(notes).toContain('A change to openai:third@8 was under way; it is dropped, and that to openai:fourth@10');
  expect(await countOf('m.embeddingModel <> "openai:fourth@10" OR m.embedding IS NULL')).toBe(0);
  expect(
    await graph.ask('MATCH (p:Passage) WHERE p.embedding IS NOT NULL RETURN collect(DISTINCT size(p.embedding)) AS of'),
  ).toEqual([{ of: [10] }]);
}, 90_000);

test('back to the one before only what is missing is made; dropped, its place is free and nobody is the worse for it', async () => {
  await present.store(['Ship after']);
  service.state.texts = {};
  expect((await reembedHere('second')).notes).toContain('are still there');
  expect(service.state.texts['second'] ?? 0).toBeLessThan(20);

  const [unreadable] = await present.store(['An unreadable ship']);
  const dropped = await askingWhile(present, reembedHere('second', ['--drop-old']), findsApples);
  expect(dropped.told).toContain('The vectors of openai:fourth@10 are removed.');
  expect(await countOf('m.embedding IS NOT NULL')).toBe(0);
  const indexes = await graph.ask<{ name: string }>('SHOW VECTOR INDEXES YIELD name RETURN name ORDER BY name');
  expect(indexes.map(({ name }) => name)).toEqual(['memory_embedding_b', 'passage_embedding_b']);
  expect((await old.recall('orchard')).meta.degraded).toBe(true);

  // A text that the embedder refuses holds nothing up.
  const last = await reembed('first');
  expect(last).toMatchObject({ code: 2, err: expect.stringContaining(`refuses the text of ${unreadable}`) });
  expect(await countOf('m:Memory AND m.embedding IS NULL')).toBe(1);
  // And the first server, which was on these vectors once, is on them again.
  await soon(async () => !(await old.recall('orchard')).meta.degraded);
  findsApples(await old.recall('orchard'));
}, 90_000);
