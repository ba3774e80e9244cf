import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answer } from '../pipeline/hookFile.ts';
import { freshNamespace, HttpClient, socketClient } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { purge } from '../support/archive.ts';
import { DELETE, store, storeDocument, type Row } from '../support/memories.ts';
import { subscribe } from '../support/subscriber.ts';
import { HEARD, HOOKS, LAYERS, nodes, Registry, RELOAD, RUNS, SKIPPED, TEST } from './documents.ts';
import { LayeredServer } from './layeredServer.ts';

const home = freshNamespace('registry');
const layered = new LayeredServer();
const at = (name: string) => `${home}/${name}`;
const only = (name: string, more: Record<string, unknown> = {}) => ({ namespace: at(name), ...more });
const DENY = answer({ action: 'deny', reason: 'no', code: 451 });
const tag = (value: string) => answer({ action: 'modify', delta: { tags: [value] } });

let registry: Registry;
let admin: HttpClient;
let agent: HttpClient;
let approver: HttpClient;

/** The layers that the suite begins with. */
const PROJECT = [
  layered.hook('late', 'pre_store', ['answer', tag('late')], only('order', { priority: -1 })),
  layered.hook('early', 'pre_store', ['answer', tag('early')], only('order', { priority: 50 })),
  layered.hook('deny', 'pre_store', ['answer', DENY], only('denied')),
  layered.hook(
    'ask',
    'pre_store',
    ['answer', answer({ action: 'ask_user', prompt: 'Well?' })],
    only('cleared', { priority: 5 }),
  ),
  layered.hook('nod', 'pre_store', ['answer', '{}'], only('cleared')),
  layered.hook('crash', 'pre_store', ['crash'], only('crashed', { failMode: 'closed' })),
  layered.hook('heard', 'pre_search', ['answer', '{}'], only('told')),
  layered.hook('one-by-one', 'pre_store', ['slow', join(layered.folder, 'slow.txt')], only('turns')),
  layered
    .hook('tagged', 'pre_store', ['answer', DENY], only('tagged', { notes: 'guards secrets' }))
    .replace(/\n$/, '\nmatchers = { tags = ["secret"] }\n'),
  layered.hook('tools', 'PreToolUse', ['answer', '{}']),
  layered.hook('missing', 'pre_store', ['nowhere']),
  layered.hook('later', 'pre_compaction', ['answer', '{}']),
].join('');

beforeAll(async () => {
  layered.write(
    'managed/policy.toml',
    layered.hook('order', 'pre_store', ['answer', tag('managed')], only('order', { priority: -100 })),
  );
  layered.write('project.toml', PROJECT);
  layered.write(
    'user.toml',
    layered.hook('order', 'pre_store', ['answer', tag('user')], only('order', { priority: 1000 })),
  );
  await layered.start();
  const { url } = layered.server;
  admin = new HttpClient(url);
  registry = new Registry(admin);
  agent = new HttpClient(url, { agentId: `ann-${home}`, namespace: home, roles: 'agent' });
  approver = new HttpClient(url, { agentId: `ben-${home}`, namespace: home, roles: 'approver' });
}, 90_000);
afterAll(() => layered.stop());

const hooks = (variables?: Record<string, unknown>) => registry.hooks(variables);
const runsIn = (name: string, more?: Record<string, unknown>) => registry.runsIn(at(name), more);
const runsOnce = (name: string, count: number) => registry.runsOnce(at(name), count);
const memory = (name: string, fields: Record<string, unknown> = {}) => ({
  ...{ title: 'a title', content: 'a walnut', namespace: at(name), force: true },
  ...fields,
});

describe('hooks', () => {
  test('come by event, rank and priority, and say what they are', async () => {
    const stores = (await hooks({ event: 'pre_store' })).map(({ id, rank }) => [id, rank]);
    expect([stores[0], stores.at(-1)]).toEqual([
      ['managed:order', 0],
      ['user:order', 2],
    ]);
    const own = stores.slice(1, -1).map(([id]) => id as string);
    expect([own[0], own[1], own.at(-1)]).toEqual(['early', 'ask', 'late']);
    expect((await hooks()).find(({ id }) => id === 'tagged')).toMatchObject({
      scope: 'PROJECT',
      mode: 'EXEC',
      failMode: 'OPEN',
      allowParallel: false,
      enabled: true,
      notes: 'guards secrets',
      matchers: { tags: ['secret'] },
      note: null,
      firesIn: expect.stringContaining('storeMemory'),
    });
  });

  test.each([
    ['tools', 'PreToolUse does not fire yet'],
    ['later', 'pre_compaction does not fire yet'],
  ])('%s, whose event nothing fires, says so', async (id, note) => {
    expect((await hooks()).find((hook) => hook['id'] === id)).toMatchObject({
      firesIn: null,
      note: expect.stringContaining(note),
    });
    expect(layered.server.log()).toContain(note);
  });

  test('come in pages', async () => {
    const all = (await hooks()).map(({ id }) => id);
    const paged: unknown[] = [];
    for (let after: unknown = null; ;) {
      const { hooks: page } = await admin.run<{ hooks: Row }>(HOOKS, { first: 4, after });
      paged.push(...nodes(page).map(({ id }) => id));
      expect(page['totalCount']).toBe(all.length);
      after = page['pageInfo']['endCursor'];
      if (!page['pageInfo']['hasNextPage']) break;
    }
    expect(paged).toEqual(all);
    expect(await admin.refusal(HOOKS, { after: 'nowhere' })).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('that were left out say why', async () => {
    const { skippedHooks } = await admin.run<{ skippedHooks: Row }>(SKIPPED, { reason: 'MISSING_EXECUTABLE' });
    expect(nodes(skippedHooks)).toEqual([
      expect.objectContaining({
        hookId: 'missing',
        scope: 'PROJECT',
        reason: 'MISSING_EXECUTABLE',
        path: join(layered.folder, 'project.toml'),
      }),
    ]);
  });

  test.each([
    ['hooks', HOOKS, {}],
    ['hookLayers', LAYERS, {}],
    ['skippedHooks', SKIPPED, {}],
    ['hookExecutions', RUNS, {}],
    ['reloadHooks', RELOAD, {}],
    ['testHook', TEST, { id: 'nod', payload: {} }],
  ])("are no agent's business: %s", async (_, document, variables) => {
    expect(await agent.refusal(document, variables)).toMatchObject({ code: 'FORBIDDEN' });
  });

  test.each([
    [RELOAD, {}],
    [TEST, { id: 'nod', payload: {} }],
  ])('are changed and tried by admins alone', async (document, variables) => {
    expect(await approver.refusal(document, variables)).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('may be looked at by an approver', async () => {
    expect(nodes((await approver.run<{ hooks: Row }>(HOOKS)).hooks).length).toBeGreaterThan(5);
  });
});

describe('a run', () => {
  test('of each layer comes by rank, then by priority; the last word on a field is the last one asked', async () => {
    const stored = await store(agent, memory('order'), 'id tags');
    expect(stored['tags']).toEqual(['user']);
    const runs = await runsIn('order');
    expect(
      runs
        .map(({ hookId, precedenceRank }) => [hookId, precedenceRank])
        .reverse()
        .sort((a, b) => Number(a[1]) - Number(b[1])),
    ).toEqual([['managed:order', 0], expect.anything(), expect.anything(), ['user:order', 2]]);
    expect(runs.map(({ memoryId }) => memoryId)).toEqual(Array(4).fill(stored['id']));
    expect(runs[0]).toMatchObject({
      event: 'pre_store',
      decision: 'MODIFY',
      overridden: false,
      error: null,
      namespace: at('order'),
      agentId: `ann-${home}`,
      trigger: 'storeMemory',
      payloadHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      durationMs: expect.any(Number),
      stderr: ['password=[redacted] pre_store'],
    });
    expect(new Set(runs.map(({ payloadHash }) => payloadHash)).size).toBe(4);
  });

  test('is in the graph with the memory and the definition, in the commit of the store', async () => {
    const [row] = await askGraph(
      `MATCH (d:HookDefinition)<-[e:EXECUTED]-(r:HookExecutionRecord)-[:TRIGGERED_BY]->(m:Memory) WHERE r.namespace = $namespace
       RETURN count(r) AS runs, collect(DISTINCT e.overridden) AS overridden, count(DISTINCT d) AS definitions`,
      { namespace: at('order') },
    );
    expect(row).toEqual({ runs: 4, overridden: [false], definitions: 4 });
  });

  test('of a denied store is kept too', async () => {
    expect(await agent.refusal(storeDocument(), { input: memory('denied') })).toMatchObject({
      code: 'HOOK_DENIED',
      details: { hookId: 'deny' },
    });
    expect(await runsOnce('denied', 1)).toEqual([
      expect.objectContaining({ hookId: 'deny', decision: 'DENY', memoryId: null, stdout: [DENY] }),
    ]);
    const [kept] = await askGraph(
      'MATCH (r:HookExecutionRecord {namespace: $namespace}) RETURN duration.inDays(r.at, r.expiresAt).days AS days',
      { namespace: at('denied') },
    );
    expect(kept).toEqual({ days: 365 });
  });

  test('whose question a later hook answered is overridden', async () => {
    await store(agent, memory('cleared'));
    expect(
      (await runsIn('cleared')).map(({ hookId, decision, overridden }) => [hookId, decision, overridden]).sort(),
    ).toEqual([
      ['ask', 'ASK_USER', true],
      ['nod', 'ALLOW', false],
    ]);
  });

  test('that failed says how', async () => {
    expect(await agent.refusal(storeDocument(), { input: memory('crashed') })).toMatchObject({
      details: { hookCode: 503 },
    });
    expect(await runsOnce('crashed', 1)).toEqual([
      expect.objectContaining({ decision: 'DENY', error: 'error: exit code 3', stderr: ['broken'], stdout: [] }),
    ]);
  });

  test('of a read is kept, and told at once to those who listen', async () => {
    const socket = socketClient(layered.server.url);
    const heard = subscribe<Row>(socket, 'hookExecuted', HEARD, { namespace: at('told') });
    await sleep(300);
    await agent.run('query ($input: SearchInput!) { searchMemories(input: $input) { totalCount } }', {
      input: { query: 'walnut', namespace: at('told') },
    });
    expect(await heard.until(1)).toEqual([
      { hookId: 'heard', decision: 'ALLOW', namespace: at('told'), trigger: 'searchMemories' },
    ]);
    heard.stop();
    await socket.dispose();
    expect(await runsOnce('told', 1)).toEqual([
      expect.objectContaining({ event: 'pre_search', memoryId: null, trigger: 'searchMemories' }),
    ]);
  });

  test('is told to nobody else', async () => {
    const socket = socketClient(layered.server.url, { agentId: 'somebody', roles: 'agent' });
    const heard = subscribe<Row>(socket, 'hookExecuted', HEARD);
    await expect(heard.until(1)).rejects.toThrow(/only an admin or approver/);
    await socket.dispose();
  });

  test('waits for the one before where two at once are not allowed', async () => {
    await Promise.all([1, 2, 3].map((place) => store(agent, memory('turns', { title: `turn ${place}` }))));
    expect(readFileSync(join(layered.folder, 'slow.txt'), 'utf8').replaceAll('\n', '')).toBe('xyxyxy');
  });

  test('needs what its matchers say', async () => {
    await store(agent, memory('tagged', { title: 'plain', tags: ['other'] }));
    expect(await runsIn('tagged')).toEqual([]);
    expect(await agent.refusal(storeDocument(), { input: memory('tagged', { tags: ['secret'] }) })).toMatchObject({
      code: 'HOOK_DENIED',
    });
  });
});

describe('hookExecutions', () => {
  test('come in pages, newest first, without gaps and repeats', async () => {
    const all = (await runsIn('order')).map(({ id }) => id);
    const paged: unknown[] = [];
    for (let after: unknown = null; ;) {
      const { hookExecutions } = await admin.run<{ hookExecutions: Row }>(RUNS, {
        filter: { namespace: at('order') },
        first: 1,
        after,
      });
      paged.push(...nodes(hookExecutions).map(({ id }) => id));
      after = hookExecutions['pageInfo']['endCursor'];
      if (!hookExecutions['pageInfo']['hasNextPage']) break;
    }
    expect(paged).toEqual(all);
    expect(all).toHaveLength(4);
  });

  test.each([
    [{ hookId: 'early' }, ['early']],
    [{ scope: 'MANAGED' }, ['managed:order']],
    [{ decision: 'MODIFY', scope: 'USER' }, ['user:order']],
    [{ event: 'post_store' }, []],
    [{ agentId: 'nobody' }, []],
    [{ until: '2020-01-01T00:00:00Z' }, []],
    [{ since: '2100-01-01T00:00:00Z' }, []],
    [{ memoryId: 'none' }, []],
  ])('keep to %j', async (filter, expected) => {
    expect((await runsIn('order', filter)).map(({ hookId }) => hookId)).toEqual(expected);
  });

  test.each([[{ after: 'x' }], [{ first: 0 }], [{ first: 201 }], [{ filter: { event: 'PreToolUse' } }]])(
    'refuse %j',
    async (variables) => {
      expect(await admin.refusal(RUNS, variables)).toMatchObject({
        code: expect.stringMatching(/BAD_USER_INPUT|OPERATION_TOO_COSTLY/),
      });
    },
  );

  test('keep no text of what was purged', async () => {
    const [{ memoryId } = {}] = await runsIn('order');
    await admin.run(DELETE, { id: memoryId });
    await purge(admin, { ids: [memoryId] });
    const runs = await runsIn('order');
    expect(runs.map(({ stdout, stderr, memoryId: id }) => [stdout, stderr, id])).toEqual(
      Array(4).fill([[], [], memoryId]),
    );
  });
});

describe('testHook', () => {
  const payload = { title: 'a', content: 'b' };
  const run = async (id: string, given: unknown = payload) =>
    (await admin.run<{ testHook: Row }>(TEST, { id, payload: given })).testHook;

  test.each([
    [
      'early',
      { decision: 'MODIFY', delta: { tags: ['early'] }, error: null, stderr: ['password=[redacted] pre_store'] },
    ],
    ['deny', { decision: 'DENY', reason: 'no', code: 451 }],
    ['ask', { decision: 'ASK_USER', prompt: 'Well?' }],
    ['crash', { decision: 'DENY', error: 'error: exit code 3', stderr: ['broken'] }],
    ['nod', { decision: 'ALLOW', delta: null, stdout: ['{}'] }],
  ])('runs %s', async (id, expected) => {
    expect(await run(id)).toMatchObject({ ...expected, durationMs: expect.any(Number), pending: null });
  });

  test('keeps no record and stores nothing', async () => {
    const before = (await runsIn('order')).length;
    await run('early', { ...payload, namespace: at('order') });
    await sleep(500);
    expect(await runsIn('order')).toHaveLength(before);
  });

  test.each([
    ['an unknown hook', { id: 'nobody', payload }, 'NOT_FOUND'],
    ['a hook that was left out', { id: 'missing', payload }, 'NOT_FOUND'],
    ['an event that is not of memories', { id: 'tools', payload }, 'BAD_USER_INPUT'],
    ['a payload that the event does not have', { id: 'nod', payload: { title: 1 } }, 'BAD_USER_INPUT'],
    ['a payload that is no object', { id: 'nod', payload: [1] }, 'BAD_USER_INPUT'],
  ])('refuses %s', async (_, variables, code) => {
    expect(await admin.refusal(TEST, variables)).toMatchObject({ code });
  });
});
