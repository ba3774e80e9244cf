import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { encodeCursor } from '../../src/event/cursor.ts';
import { freshNamespace, HttpClient, type Caller } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { closeSockets, EVENTS, listen, socket, titles, type Event } from './listening.ts';
import { signingPem } from '../support/signer.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { subscribe } from '../support/subscriber.ts';

// Two servers on one database: the one that the whole run shares, and one of this suite's own.

const STORE = `mutation ($input: StoreMemoryInput!, $key: String) { storeMemory(input: $input, idempotencyKey: $key) { memory { id title } } }`;
const LINK = 'mutation ($a: ID!, $b: ID!) { linkMemories(input: { sourceId: $a, targetId: $b }) { created } }';
const DELETE = 'mutation ($id: ID!) { deleteMemory(id: $id) { deletedId } }';
const REFLECT = `mutation ($id: ID!, $title: String!) { reflect(input: { sourceIds: [$id], title: $title, content: "r", scope: COLLECTIVE }) { memory { id } } }`;
let second: TestServer;
let first: string;

beforeAll(async () => {
  first = sharedServer();
  second = await startTestServer({ environment: { EVENT_POLL_MS: '50', SIGNING_KEY: signingPem() } });
}, 90_000);
afterEach(async () => {
  await closeSockets();
});
afterAll(async () => {
  await second.stop();
});

const input = (namespace: string, title: string, more: Record<string, unknown> = {}) => ({
  // Numbered titles say nearly the same.
  input: { namespace, title, content: title, scope: 'COLLECTIVE', force: true, ...more },
});

async function store(
  url: string,
  namespace: string,
  title: string,
  more: Record<string, unknown> = {},
  caller: Caller = {},
): Promise<string> {
  const { storeMemory } = await new HttpClient(url, caller).run<{ storeMemory: { memory: { id: string } } }>(
    STORE,
    input(namespace, title, more),
  );
  return storeMemory.memory.id;
}

describe('a subscription on one server', () => {
  test('sees what is written on the other: each event once, in the order of the commits, whole', async () => {
    const namespace = freshNamespace('two');
    const subscriber = await listen(second.url, namespace);
    const a = await store(first, namespace, 'a');
    const b = await store(first, namespace, 'b');
    const http = new HttpClient(first);
    await http.run('mutation ($id: ID!) { updateMemory(id: $id, input: { tags: ["t"] }) { memory { id } } }', {
      id: a,
    });
    await http.run(LINK, { a, b });
    const { reflect } = await http.run<{ reflect: { memory: { id: string } } }>(REFLECT, { id: a, title: 'r' });
    await http.run(DELETE, { id: b });
    await subscriber.until(7);
    await sleep(300);
    expect(subscriber.events.slice(1)).toMatchObject([
      { __typename: 'PostStoreEvent', memory: { id: a, title: 'a' }, actor: 'local', namespace },
      { __typename: 'PostStoreEvent', memory: { id: b, title: 'b' } },
      { __typename: 'PostUpdateEvent', memory: { id: a }, changed: ['tags'] },
      { __typename: 'PostLinkEvent', link: { sourceId: a, targetId: b, relation: 'RELATED_TO' } },
      { __typename: 'PostReflectEvent', memory: { id: reflect.memory.id }, reflectsOn: [a], reflectionDepth: 1 },
      { __typename: 'PostDeleteEvent', memoryId: b },
    ]);
    expect(subscriber.events).toHaveLength(7);
  });

  test('and one on the other agree on one order while both write', async () => {
    const namespace = freshNamespace('two');
    const [here, there] = [await listen(first, namespace), await listen(second.url, namespace)];
    await Promise.all(
      Array.from({ length: 6 }, async (_, client) => {
        for (let step = 0; step < 10; step += 1)
          await store(client % 2 ? first : second.url, namespace, `${client}.${step}`);
      }),
    );
    const [one, two] = [titles(await here.until(61, 20_000)), titles(await there.until(61, 20_000))];
    expect(one).toEqual(two);
    expect(new Set(one).size).toBe(60);
    for (const client of [0, 1, 2, 3, 4, 5]) {
      expect(one.filter((title) => title?.startsWith(`${client}.`))).toEqual(
        Array.from({ length: 10 }, (_, step) => `${client}.${step}`),
      );
    }
  }, 60_000);

  test.each<[string, string, (namespace: string, id: string) => Promise<unknown>, unknown]>([
    ['postStore', 'memory { title }', (namespace) => store(first, namespace, 'other'), { memory: { title: 'other' } }],
    [
      'postUpdate',
      'changed',
      (_namespace, id) =>
        new HttpClient(first).run(
          'mutation ($id: ID!) { updateMemory(id: $id, input: { priority: 9 }) { memory { id } } }',
          { id },
        ),
      { changed: ['priority'] },
    ],
    [
      'postLink',
      'link { relation }',
      async (namespace, a) => await new HttpClient(first).run(LINK, { a, b: await store(first, namespace, 'end') }),
      { link: { relation: 'RELATED_TO' } },
    ],
    [
      'postReflect',
      'reflectionDepth',
      (_namespace, id) => new HttpClient(first).run(REFLECT, { id, title: 'r' }),
      { reflectionDepth: 1 },
    ],
    ['postDelete', 'type', (_namespace, id) => new HttpClient(first).run(DELETE, { id }), { type: 'POST_DELETE' }],
  ])('%s has its own type alone', async (field, fields, act, expected) => {
    const namespace = freshNamespace('two');
    const id = await store(first, namespace, 'before');
    const subscriber = subscribe<unknown>(
      socket(second.url),
      field,
      `subscription ($namespace: String) { ${field}(namespace: $namespace) { ${fields} } }`,
      { namespace },
    );
    // A typed subscription says nothing when it begins.
    await sleep(400);
    await act(namespace, id);
    expect(await subscriber.until(1)).toEqual([expected]);
  });

  test('has its namespace and all below, and what its reader may see', async () => {
    const namespace = freshNamespace('two');
    const alice = { agentId: `alice-${namespace}`, namespace: `${namespace}/team/alice` };
    const bob = { agentId: `bob-${namespace}`, namespace: `${namespace}/team/bob` };
    const [hers, his, admins] = await Promise.all([
      listen(second.url, namespace, alice),
      listen(second.url, namespace, bob),
      listen(second.url, namespace),
    ]);
    await store(first, `${namespace}/team/alice`, 'private', { scope: 'PRIVATE' }, alice);
    await store(first, `${namespace}/team/alice`, 'for bob', { scope: 'PRIVATE', targetAgentId: bob.agentId }, alice);
    await store(first, `${namespace}/team/alice`, 'team', { scope: 'TEAM' }, alice);
    await store(first, `${namespace}x`, 'beside', {}, alice);
    await store(first, namespace, 'everyone', {}, alice);
    expect(titles(await admins.until(5))).toEqual(['private', 'for bob', 'team', 'everyone']);
    expect(titles(await hers.until(5))).toEqual(['private', 'for bob', 'team', 'everyone']);
    expect(titles(await his.until(4))).toEqual(['for bob', 'team', 'everyone']);
  });
});

describe('a cursor', () => {
  test('replays on any server, says when that is over, and goes on live', async () => {
    const namespace = freshNamespace('two');
    const live = await listen(first, namespace);
    for (const title of ['1', '2', '3']) await store(first, namespace, title);
    const [, one] = await live.until(4);
    const replay = subscribe<Event>(socket(second.url), 'events', EVENTS, { namespace, after: one?.cursor });
    await replay.until(3);
    await store(first, namespace, '4');
    const seen = await replay.until(4);
    expect(seen.map(({ type, memory }) => memory?.title ?? type)).toEqual(['2', '3', 'CAUGHT_UP', '4']);
    expect(seen.slice(0, 2).map(({ cursor }) => cursor)).toEqual(live.events.slice(2, 4).map(({ cursor }) => cursor));
  });

  test.each([
    ['malformed', 'not a cursor'],
    ['ahead of all events', encodeCursor(Number.MAX_SAFE_INTEGER)],
  ])('that is %s is refused', async (_name, after) => {
    const subscriber = subscribe<Event>(socket(second.url), 'events', EVENTS, { after });
    await expect(subscriber.until(1)).rejects.toThrow(/BAD_USER_INPUT/);
  });

  test('survives dropped sockets, again and again, on both servers, while writes go on: no gap, no repeat', async () => {
    const namespace = freshNamespace('two');
    const started = await listen(first, namespace);
    let after = started.events[0]?.cursor ?? '';
    const seen: Event[] = [];
    let wires: WebSocket[] = [];
    let writing = true;
    const writers = Promise.all(
      [0, 1, 2].map(async (writer) => {
        for (let step = 0; step < 25; step += 1)
          await store(step % 2 ? first : second.url, namespace, `${writer}.${step}`);
      }),
    ).finally(() => (writing = false));

    for (let round = 0; seen.length < 75 && round < 60; round += 1) {
      const url = round % 2 ? first : second.url;
      const client = createClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        webSocketImpl: class extends WebSocket {
          constructor(address: string, protocol: string) {
            super(address, protocol);
            wires.push(this);
          }
        },
        retryAttempts: 0,
        lazy: true,
      });
      let last = round;
      client.subscribe<{ events: Event }>(
        { query: EVENTS, variables: { namespace, after } },
        {
          next: ({ data }) => {
            // What comes after the drop is of the old socket: a client that went on would not see it.
            if (last !== round || !data || data.events.type === 'CAUGHT_UP') return;
            seen.push(data.events);
            after = data.events.cursor;
          },
          error: () => undefined,
          complete: () => undefined,
        },
      );
      await sleep(writing ? 150 + Math.random() * 250 : 1_500);
      last = -1;
      for (const wire of wires) wire.terminate();
      wires = [];
    }
    await writers;
    expect(titles(seen)).toHaveLength(75);
    expect(new Set(titles(seen)).size).toBe(75);
    expect(titles(seen)).toEqual(titles((await started.until(76)).slice(1)));
  }, 60_000);
});

describe('recalls and searches', () => {
  test.each([
    [
      'postRecall',
      'recall',
      'query ($input: RecallInput!) { recall(input: $input) { recallId } }',
      'recallId tokensUsed',
    ],
    [
      'postSearch',
      'searchMemories',
      'query ($input: SearchInput!) { searchMemories(input: $input) { totalCount } }',
      'type',
    ],
  ])(
    '%s goes to the same agent and to admins on the same server, and to nobody else',
    async (field, _operation, read, fields) => {
      const namespace = freshNamespace('two');
      const alice = { agentId: `alice-${namespace}` };
      const bob = { agentId: `bob-${namespace}` };
      const id = await store(first, namespace, 'cherry tree');
      const query = `subscription ($namespace: String) { ${field}(namespace: $namespace) { query actor memoryIds cursor ${fields} } }`;
      const [hers, his, admins, elsewhere] = [
        [second.url, alice],
        [second.url, bob],
        [second.url, {}],
        [first, alice],
      ].map(([url, caller]) =>
        subscribe<{ memoryIds: string[] }>(socket(url as string, caller as Caller), field, query, { namespace }),
      );
      await sleep(500);
      await new HttpClient(second.url, alice).run(read, { input: { query: 'cherry', namespace } });
      const expected = { query: 'cherry', actor: alice.agentId, memoryIds: [id], cursor: '' };
      expect(await hers?.until(1)).toMatchObject([expected]);
      expect(await admins?.until(1)).toMatchObject([expected]);
      await new HttpClient(second.url, alice).run(read, {
        input: { query: 'cherry', namespace: `${namespace}-other` },
      });
      await sleep(300);
      expect([hers, his, admins, elsewhere].map((one) => one?.events.length)).toEqual([1, 0, 1, 0]);
    },
  );
});

test('x-bookmark: what one server answered for is there on the other', async () => {
  const namespace = freshNamespace('two');
  for (let round = 0; round < 10; round += 1) {
    const [writer, reader] = round % 2 ? [first, second.url] : [second.url, first];
    const written = await new HttpClient(writer).send<{ storeMemory: { memory: { id: string } } }>(
      STORE,
      input(namespace, `round ${round}`),
    );
    expect(written.bookmark).not.toBeNull();
    const read = await new HttpClient(reader).send(
      'query ($id: ID!) { memory(id: $id) { title } }',
      { id: written.data?.storeMemory.memory.id },
      { 'x-bookmark': written.bookmark ?? '' },
    );
    expect(read.data).toEqual({ memory: { title: `round ${round}` } });
  }
});

describe('a policy that is set on one server', () => {
  const SET = `mutation ($namespace: String!, $policy: GovernancePolicyInput!) {
    setGovernancePolicy(namespace: $namespace, policy: $policy) { policy { version } } }`;
  const ann = { agentId: 'ann' };

  test('counts at once on the other, stricter or looser', async () => {
    const namespace = freshNamespace('two');
    for (let round = 0; round < 6; round += 1) {
      const [setting, writing] = round % 2 ? [first, second.url] : [second.url, first];
      const tries = () => new HttpClient(writing, ann).send(STORE, input(namespace, `round ${round}`));
      await new HttpClient(setting).run(SET, { namespace, policy: { write: 'REGISTERED' } });
      expect((await tries()).errors?.[0]?.extensions).toMatchObject({ code: 'GOVERNANCE_DENIED' });
      await new HttpClient(setting).run(SET, { namespace, policy: { write: 'ANY' } });
      expect((await tries()).errors).toBeUndefined();
    }
  });

  test('counts for all that the other begins once it is set, while that writes without a break', async () => {
    const namespace = freshNamespace('two');
    let closedAt = Infinity;
    const late: unknown[] = [];
    let [stored, refused] = [0, 0];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let step = 0; refused < 12; step += 1) {
        const begun = performance.now();
        const answer = await new HttpClient(second.url, ann).send(STORE, input(namespace, `${writer}.${step}`));
        if (answer.errors) refused += 1;
        else if (begun > closedAt) late.push(answer.data);
        else stored += 1;
      }
    });
    while (stored < 12) await sleep(5);
    await new HttpClient(first).run(SET, { namespace, policy: { write: 'REGISTERED' } });
    closedAt = performance.now();
    await Promise.all(writers);
    expect(late).toEqual([]);
  }, 30_000);
});

test('kill -9 of a server while it takes writes: what it acknowledged is there, and each event comes once', async () => {
  const namespace = freshNamespace('two');
  const doomed = await startTestServer();
  const witness = await listen(second.url, namespace);
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    try {
      for (let step = 0; step < 1_000; step += 1) {
        await store(doomed.url, namespace, `${writer}.${step}`);
        acknowledged.push(`${writer}.${step}`);
      }
    } catch {
      // The server is gone.
    }
  });
  while (acknowledged.length < 60) await sleep(10);
  await doomed.kill();
  await Promise.all(writers);

  const { memories } = await new HttpClient(second.url).run<{ memories: { title: string }[] }>(
    'query ($namespace: String!) { memories(where: { namespace: { eq: $namespace } }, limit: 200) { title } }',
    { namespace },
  );
  const stored = memories.map(({ title }) => title);
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
  // At most one write a client was under way.
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(8);
  const heard = titles(await witness.until(stored.length + 1));
  expect(heard.toSorted()).toEqual(stored.toSorted());
  const replay = subscribe<Event>(socket(first), 'events', EVENTS, { namespace, after: witness.events[0]?.cursor });
  expect(titles(await replay.until(stored.length + 1))).toEqual(heard);
}, 60_000);

test('what the one signs by its key, the other finds valid without, in events, links and trees', async () => {
  const namespace = freshNamespace('two');
  const [a, b] = [await store(first, namespace, 'a'), await store(first, namespace, 'b')];
  const subscriber = await listen(first, namespace);
  const http = new HttpClient(second.url);
  await http.run(LINK, { a, b });
  const { reflect } = await http.run<{ reflect: { memory: { id: string } } }>(REFLECT, { id: a, title: 'r' });
  await subscriber.until(3);
  expect(subscriber.events[1]).toMatchObject({ link: { attestLevel: 'DAEMON_SIGNED' } });
  const found = await new HttpClient(first).run(
    `query ($a: ID!, $b: ID!, $r: ID!) {
      verifyLink(input: { sourceId: $a, targetId: $b, relation: RELATED_TO }) { status attestLevel agentId }
      verifyReflectionTree(id: $r) { links { status attestLevel } }
      reflectionTree(id: $r) { nodes { attestLevel } }
      subgraph(around: [$a]) { links { attestLevel } }
      agent(id: "daemon") { agentType keys { revokedAt } }
    }`,
    { a, b, r: reflect.memory.id },
  );
  const signed = { attestLevel: 'DAEMON_SIGNED' };
  expect(found).toMatchObject({
    verifyLink: { ...signed, status: 'VALID', agentId: 'local' },
    verifyReflectionTree: { links: [{ ...signed, status: 'VALID' }] },
    reflectionTree: { nodes: [{ attestLevel: null }, signed] },
    subgraph: { links: [signed, signed] },
    agent: { agentType: 'system', keys: expect.arrayContaining([{ revokedAt: null }]) },
  });
});
