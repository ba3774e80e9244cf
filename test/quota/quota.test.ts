import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { SET } from '../governance/governed.ts';
import { askGraph } from '../support/graph.ts';
import { DELETE, LINK, REFLECT, UPDATE, storeDocument, type Row } from '../support/memories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const MAX = { memories: 5, bytes: 500, links: 3 };
const root = freshNamespace('quota');
let servers: TestServer[];
beforeAll(async () => {
  const start = () =>
    startTestServer({
      environment: {
        EMBEDDING_PROVIDER: 'none',
        QUOTA_MEMORIES_PER_DAY: String(MAX.memories),
        QUOTA_BYTES: String(MAX.bytes),
        QUOTA_LINKS_PER_DAY: String(MAX.links),
      },
    });
  servers = await Promise.all([start(), start()]);
}, 90_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
}, 60_000);

const as = (agentId: string, place = 0, roles = 'agent') =>
  new HttpClient(servers[place]!.url, { agentId: `${agentId}-${root}`, roles });
const USAGE = `query ($agentId: String, $namespace: String!) { quotaUsage(agentId: $agentId, namespace: $namespace) {
  agentId namespace maxMemoriesPerDay maxStorageBytes maxLinksPerDay currentMemoriesToday currentStorageBytes currentLinksToday
  dayStartedAt createdAt updatedAt } }`;
const RESTORE = 'mutation ($id: ID!) { restoreMemory(id: $id) { memory { id } } }';
const PENDING =
  'mutation ($id: ID!, $input: UpdateMemoryInput!) { updateMemory(id: $id, input: $input) { pending { id } } }';
const APPROVE = 'mutation ($id: ID!) { approvePendingAction(id: $id) { memory { id } } }';
const usage = async (who: HttpClient, namespace: string) => {
  const { quotaUsage } = await who.run<{ quotaUsage: Row }>(USAGE, { namespace });
  return {
    memories: quotaUsage['currentMemoriesToday'] as number,
    bytes: quotaUsage['currentStorageBytes'] as number,
    links: quotaUsage['currentLinksToday'] as number,
  };
};
const memory = (namespace: string, title: string, more: Record<string, unknown> = {}) => ({
  ...{ namespace, title, content: 'x', scope: 'COLLECTIVE', force: true },
  ...more,
});
const STORE = storeDocument('id title');
const store = async (who: HttpClient, input: Record<string, unknown>) =>
  (await who.run<{ storeMemory: Row }>(STORE, { input })).storeMemory['memory'].id as string;
/**
 * All that writes leave in a namespace, but for the vectors that another server of the run makes. What is used is asked for: when a
 * server without quotas starts meanwhile, it is counted anew.
 */
const stateOf = async (namespace: string) =>
  JSON.stringify([
    await askGraph(
      `MATCH (m:MemoryRecord) WHERE m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/'
       WITH m ORDER BY m.id
       RETURN [m.id, m.title, m.content, m.version, toString(m.updatedAt), m.quotaBytes] AS one,
         labels(m) AS labels, COUNT { (m)-[r]-(:MemoryRecord) } AS links`,
      { namespace },
    ),
    await usage(as('a'), namespace),
    await usage(as('b'), namespace),
  ]);
let number = 0;
const fresh = () => `${root}/${++number}`;

describe('a refusal says what is used up, and nothing is written', () => {
  test('memories', async () => {
    const namespace = fresh();
    for (let place = 0; place < MAX.memories; place++) await store(as('a', place % 2), memory(namespace, `m${place}`));
    const before = await stateOf(namespace);
    const refusal = await as('a').refusal(STORE, { input: memory(namespace, 'one more'), key: 'again' });
    expect(refusal).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: `agent a-${root} may use 5 memories in ${namespace}`,
      details: { limit: 'memories', current: 5, max: 5, agentId: `a-${root}`, namespace },
    });
    const resets = Date.parse(refusal.details?.['resetsAt'] as string);
    expect([resets % 86_400_000, resets > Date.now(), resets - Date.now() <= 86_400_000]).toEqual([0, true, true]);
    expect(await stateOf(namespace)).toBe(before);
    // Another agent, another namespace, and below are pairs of their own; so is the next day.
    await store(as('b'), memory(namespace, 'of b'));
    await store(as('a'), memory(`${namespace}/below`, 'below'));
    expect(await as('boss', 0, 'admin').run<Row>(USAGE, { namespace, agentId: `a-${root}` })).toMatchObject({
      quotaUsage: {
        agentId: `a-${root}`,
        currentMemoriesToday: 5,
        maxMemoriesPerDay: 5,
        createdAt: expect.any(String),
      },
    });
    await askGraph(
      "MATCH (q:QuotaUsage {namespace: $namespace}) SET q.day = '2020-01-01' WITH q MATCH (m:MemoryRecord {namespace: $namespace}) SET m.quotaDay = '2020-01-01'",
      { namespace },
    );
    await as('a').run(STORE, { input: memory(namespace, 'one more'), key: 'again' });
    expect(await usage(as('a'), namespace)).toMatchObject({ memories: 1 });
  });

  test('bytes, of an update by another too; a shorter text is always taken', async () => {
    const namespace = fresh();
    const id = await store(
      as('a'),
      memory(namespace, 'é', { content: '中'.repeat(100), tags: ['tä'], metadata: { k: '😀' } }),
    );
    const bytes = 2 + 300 + 3 + Buffer.byteLength(JSON.stringify({ k: '😀' }));
    expect(await usage(as('a'), namespace)).toEqual({ memories: 1, bytes, links: 0 });
    const before = await stateOf(namespace);
    const grown = { id, input: { content: 'y'.repeat(499) } };
    const details = { limit: 'bytes', max: MAX.bytes, agentId: `a-${root}`, namespace, resetsAt: null };
    const own = { code: 'QUOTA_EXCEEDED', details: { ...details, current: bytes } };
    const others = { code: 'QUOTA_EXCEEDED', details };
    expect(await as('a').refusal(UPDATE(), grown)).toMatchObject(own);
    expect(await as('boss', 0, 'admin').refusal(UPDATE(), grown)).toMatchObject(own);
    const { message: _, ...refusal } = await as('b', 1).refusal(UPDATE(), grown);
    expect(refusal).toEqual(others);
    expect(await stateOf(namespace)).toBe(before);
    // Nor does who approves learn how much another uses.
    const boss = as('boss', 0, 'admin');
    const set = async (update: string) => await boss.run(SET, { namespace, policy: { update } });
    await set('APPROVE');
    const waiting = await as('a').run<Row>(PENDING, grown);
    const { message: __, ...late } = await as('c', 0, 'approver').refusal(APPROVE, {
      id: waiting['updateMemory'].pending.id,
    });
    expect(late).toEqual(others);
    await set('ANY');
    await as('b').run(UPDATE(), { id, input: { content: 'short' } });
    expect((await usage(as('a'), namespace)).bytes).toBe(bytes - 300 + 5);
  });

  test('links, and those of a reflection', async () => {
    const namespace = fresh();
    const ids = [await store(as('a'), memory(namespace, '1')), await store(as('a'), memory(namespace, '2'))];
    const link = { sourceId: ids[0], targetId: ids[1] };
    await as('b').run(LINK, { input: { ...link, relation: 'RELATED_TO' } });
    await as('b').run(LINK, { input: { ...link, relation: 'RELATED_TO' } });
    expect((await usage(as('b'), namespace)).links).toBe(1);
    const reflection = { sourceIds: ids, title: 'r', content: 'r', namespace, scope: 'COLLECTIVE' };
    await as('b').run(REFLECT(), { input: reflection });
    expect(await usage(as('b'), namespace)).toMatchObject({ memories: 1, links: 3 });
    const before = await stateOf(namespace);
    for (const [document, input] of [
      [LINK, { ...link, relation: 'CONTRADICTS' }],
      [REFLECT(), { ...reflection, title: 's' }],
    ] as const)
      expect(await as('b').refusal(document, { input })).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        details: { limit: 'links', current: 3, max: 3, agentId: `b-${root}` },
      });
    expect(await stateOf(namespace)).toBe(before);
  });

  test('rows of a bulk call, of just those that are over', async () => {
    const namespace = fresh();
    const inputs = Array.from({ length: 8 }, (_, place) => memory(namespace, `bulk ${place}`));
    const { storeMemories } = await as('a').run<{ storeMemories: Row }>(
      'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount failedCount results { error { code } } } }',
      { inputs },
    );
    expect(storeMemories).toMatchObject({ storedCount: 5, failedCount: 3 });
    expect(
      (storeMemories['results'] as Row[]).map(({ error }) => error?.code ?? 'OK').filter((code) => code !== 'OK'),
    ).toEqual(Array(3).fill('QUOTA_EXCEEDED'));
    expect((await usage(as('a'), namespace)).memories).toBe(5);
  });

  test('what others use', async () => {
    expect(await as('a').refusal(USAGE, { namespace: root, agentId: 'somebody' })).toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('of 64 callers at once on two servers, as many pass as there is room for', async () => {
  for (const room of [1, 2]) {
    const namespace = fresh();
    for (let place = room; place < MAX.memories; place++) await store(as('a'), memory(namespace, `m${place}`));
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, place) =>
        as('a', place % 2).send(STORE, { input: memory(namespace, `at once ${place}`) }),
      ),
    );
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort();
    expect(codes).toEqual([...Array(room).fill('OK'), ...Array(64 - room).fill('QUOTA_EXCEEDED')]);
    expect((await usage(as('a'), namespace)).memories).toBe(MAX.memories);
  }
}, 60_000);

test('what was there before is counted, also after nobody charged for a while', async () => {
  const namespace = fresh();
  const plain = new HttpClient(process.env['TEST_SERVER_URL'] ?? '', { agentId: `a-${root}` });
  const ids = [
    await store(plain, memory(namespace, 'one', { content: 'ä😀中x' })),
    await store(plain, memory(namespace, 'two', { tags: ['t'] })),
  ];
  const bytes = 3 + 2 + 4 + 3 + 1 + (3 + 1 + 1);
  const expected = { memories: 2, bytes, links: 0 };
  expect(await usage(plain, namespace)).toEqual(expected);
  expect(await usage(as('a'), namespace)).toEqual(expected);
  await as('a').run(UPDATE(), { id: ids[1], input: { content: 'xyz' } });
  expect(await usage(as('a'), namespace)).toEqual({ ...expected, bytes: bytes + 2 });
  // Moved and archived by a server without quotas, as after they were turned off and on.
  await askGraph('MATCH (q:QuotaUsage {namespace: $namespace}) DELETE q', { namespace });
  await plain.run(UPDATE(), { id: ids[0], input: { namespace: `${namespace}/other` } });
  await plain.run(DELETE, { id: ids[1] });
  await as('a').run(RESTORE, { id: ids[1] });
  await as('a').run(UPDATE(), { id: ids[0], input: { content: 'x' } });
  expect(await usage(as('a'), namespace)).toEqual({ memories: 1, bytes: 3 + 3 + 1, links: 0 });
  expect(await usage(as('a'), `${namespace}/other`)).toEqual({ memories: 1, bytes: 3 + 1, links: 0 });
});

describe('against a plain model', () => {
  type Kept = { id: string; agent: string; place: number; title: string; content: string; live: boolean };
  type Use = { memories: number; bytes: number; links: number };
  const content = fc.tuple(fc.constantFrom('x', 'é', '中', '😀', 'a\n'), fc.integer({ min: 1, max: 120 }));
  const agent = fc.constantFrom('p', 'q');
  const place = fc.integer({ min: 0, max: 1 });
  const pick = fc.nat(7);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('store' as const), agent, place, content }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('update' as const), agent, pick, content }) },
    fc.record({ do: fc.constant('move' as const), pick, place }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), pick }) },
    fc.record({ do: fc.constant('restore' as const), pick }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('link' as const), agent, pick, other: pick }) },
  );

  test('charges and refusals agree after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
        const at = fresh();
        const namespaceOf = (which: number) => `${at}/${which}`;
        const kept: Kept[] = [];
        const links: { agent: string; place: number; key: string }[] = [];
        const useOf = (list: readonly Kept[], linked: typeof links, who: string, where: number): Use => {
          const own = list.filter((one) => one.live && one.agent === who && one.place === where);
          return {
            memories: own.length,
            bytes: own.reduce((sum, one) => sum + Buffer.byteLength(one.title + one.content), 0),
            links: linked.filter((one) => one.agent === who && one.place === where).length,
          };
        };
        const fits = (after: readonly Kept[], linked: typeof links) =>
          ['p', 'q'].every((who) =>
            [0, 1].every((where) => {
              const [was, is] = [useOf(kept, links, who, where), useOf(after, linked, who, where)];
              return (['memories', 'bytes', 'links'] as const).every(
                (kind) => is[kind] <= was[kind] || is[kind] <= MAX[kind],
              );
            }),
          );
        const send = async (who: string, document: string, variables: Record<string, unknown>, ok: boolean) => {
          const { data, errors } = await as(who, kept.length % 2).send<Record<string, Row>>(document, variables);
          expect(errors?.[0]?.extensions.code ?? 'OK').toBe(ok ? 'OK' : 'QUOTA_EXCEEDED');
          return data;
        };
        const change = async (
          index: number,
          patch: Partial<Kept>,
          who: string,
          document: string,
          variables: object,
        ) => {
          const after = kept.map((one, which) => (which === index ? { ...one, ...patch } : one));
          const ok = fits(after, links);
          await send(who, document, { id: kept[index]!.id, ...variables }, ok);
          if (ok) kept[index] = after[index]!;
        };
        for (const [turn, one] of steps.entries()) {
          const index = 'pick' in one ? one.pick % Math.max(kept.length, 1) : 0;
          const target = kept[index];
          if (one.do === 'store') {
            const made = { title: `t${turn}`, content: one.content[0].repeat(one.content[1]).trim() };
            const next = { id: '', agent: one.agent, place: one.place, live: true, ...made };
            const ok = fits([...kept, next], links);
            const input = memory(namespaceOf(one.place), made.title, { content: made.content });
            const data = await send(one.agent, STORE, { input }, ok);
            if (ok) kept.push({ ...next, id: data?.['storeMemory']?.['memory'].id as string });
          } else if (!target) continue;
          else if (one.do === 'update' && target.live) {
            const text = one.content[0].repeat(one.content[1]).trim();
            await change(index, { content: text }, one.agent, UPDATE(), { input: { content: text } });
          } else if (one.do === 'move' && target.live && !links.some(({ key }) => key.startsWith(target.id)))
            // A link is charged where its source is when it is made.

            await change(index, { place: one.place }, target.agent, UPDATE(), {
              input: { namespace: namespaceOf(one.place) },
            });
          else if (one.do === 'delete' && target.live) await change(index, { live: false }, target.agent, DELETE, {});
          else if (one.do === 'restore' && !target.live) await change(index, { live: true }, target.agent, RESTORE, {});
          else if (one.do === 'link') {
            const end = kept[one.other % kept.length]!;
            if (!target.live || !end.live || end === target) continue;
            const key = `${target.id}>${end.id}`;
            const there = links.some((known) => known.key === key);
            const linked = there ? links : [...links, { agent: one.agent, place: target.place, key }];
            const ok = fits(kept, linked);
            await send(
              one.agent,
              LINK,
              { input: { sourceId: target.id, targetId: end.id, relation: 'RELATED_TO' } },
              ok,
            );
            if (ok && !there) links.push(linked.at(-1)!);
          }
          for (const who of ['p', 'q']) {
            const used = await Promise.all([0, 1].map((where) => usage(as(who, where), namespaceOf(where))));
            const expected = [0, 1].map((where) => useOf(kept, links, who, where));
            expect([turn, one, who, used]).toEqual([turn, one, who, expected]);
          }
        }
      }),
      { numRuns: 8 },
    );
  }, 240_000);
});
