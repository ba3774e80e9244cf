import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import neo4j, { type Driver } from 'neo4j-driver';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient, socketClient } from '../support/client.ts';
import type { TestDatabase } from '../support/database.ts';
import { store, type Row } from '../support/memories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { subscribe } from '../support/subscriber.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';

// A database of its own: what expires in other suites is theirs.
let address: TestDatabase;
let closeDatabase: () => Promise<void>;
let driver: Driver;
const servers: TestServer[] = [];

beforeAll(async () => {
  ({ address, stop: closeDatabase } = await emptyDatabase());
  driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password), {
    disableLosslessIntegers: true,
  });
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await driver.close();
  await closeDatabase();
}, 60_000);

async function ask<Result extends Record<string, unknown>>(text: string, parameters: object = {}): Promise<Result[]> {
  const { records } = await driver.executeQuery(text, parameters);
  return records.map((record) => record.toObject() as Result);
}

async function serve(intervalSeconds = 1): Promise<TestServer> {
  const { uri, user, password } = address;
  const server = await startTestServer({
    environment: {
      ...{ NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, EMBEDDING_PROVIDER: 'none' },
      ...{ COLLECT_INTERVAL_SECONDS: String(intervalSeconds), TRANSACTION_TIMEOUT_MS: '60000' },
    },
  });
  servers.push(server);
  return server;
}

async function stop(server: TestServer, how: 'stop' | 'kill' = 'stop'): Promise<void> {
  servers.splice(servers.indexOf(server), 1);
  await server[how]();
}

const left = async (namespace: string) =>
  (await ask<{ left: number }>('MATCH (m:Memory {namespace: $namespace}) RETURN count(m) AS left', { namespace }))[0]!
    .left;

async function until(holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(100)) if (await holds()) return;
  throw new Error('it did not happen in time');
}

/** Expired memories, as a server stores them, made in one piece. */
async function makeExpired(namespace: string, count: number): Promise<void> {
  await ask(
    `UNWIND range(1, $count) AS place
     CREATE (:MemoryRecord:Memory {id: $namespace + '-' + place, namespace: $namespace, title: 't ' + place, titleOwner: 'ann', content: 'c',
       tier: 'SHORT', liveUntil: localdatetime('2020-01-01T00:00'), expiresAt: localdatetime('2020-01-01T00:00'), version: 1,
       readers: ['private·ann'], keys: 'k', agentId: 'ann', scope: 'PRIVATE'})`,
    { namespace, count: neo4j.int(count) },
  );
}

/** Every memory of a namespace is archived as expired, by the system, and told of once. */
async function expectCollected(namespace: string, count: number): Promise<void> {
  expect(
    await ask(
      `MATCH (m:ArchivedMemory {namespace: $namespace})
       RETURN count(m) AS count, collect(DISTINCT m.archiveReason + m.archivedBy) AS how, count(m.archivedAt) AS dated`,
      { namespace },
    ),
  ).toEqual([{ count, how: ['TTL_EXPIREDsystem'], dated: count }]);
  expect(
    await ask(
      `MATCH (e:OutboxEvent {namespace: $namespace, type: 'POST_ARCHIVE'})
       RETURN count(e) AS events, count(DISTINCT e.subjectId) AS memories, collect(DISTINCT e.actor) AS actors`,
      { namespace },
    ),
  ).toEqual([{ events: count, memories: count, actors: ['system'] }]);
}

test('what expires goes to the archive by itself, and those who listen hear of it; what lives stays', async () => {
  const server = await serve();
  const ann = new HttpClient(server.url, { agentId: 'ann' });
  const socket = socketClient(server.url, { agentId: 'ann' });
  try {
    const heard = subscribe<Row>(
      socket,
      'events',
      'subscription { events(types: [POST_ARCHIVE]) { type actor ... on PostArchiveEvent { memoryId reason } } }',
    );
    await heard.until(1);
    const { id } = await store(ann, { title: 'short', namespace: 'one', ttlSecs: 1 });
    await store(ann, { title: 'long', namespace: 'one', ttlSecs: 3600 });
    expect((await heard.until(2))[1]).toEqual({
      ...{ type: 'POST_ARCHIVE', actor: 'system', memoryId: id, reason: 'TTL_EXPIRED' },
    });
    await expectCollected('one', 1);
    expect(await left('one')).toBe(1);
    const { restoreMemory } = await ann.run<{ restoreMemory: Row }>(
      'mutation ($id: ID!) { restoreMemory(id: $id) { memory { title } } }',
      { id },
    );
    await sleep(2_500);
    expect(restoreMemory).toEqual({ memory: { title: 'short' } });
    expect(await left('one')).toBe(2);
  } finally {
    await socket.dispose();
    await stop(server);
  }
}, 120_000);

describe('two servers', () => {
  test('collect more than a batch, each memory once', async () => {
    await makeExpired('many', 1_200);
    const both = await Promise.all([serve(), serve()]);
    await until(async () => (await left('many')) === 0);
    await expectCollected('many', 1_200);
    await Promise.all(both.map((server) => stop(server)));
  }, 120_000);

  test('one is killed at it: the other takes over', async () => {
    const first = await serve();
    await makeExpired('killed', 3_000);
    await until(async () => (await left('killed')) < 3_000);
    await stop(first, 'kill');
    expect(await left('killed')).toBeGreaterThan(0);
    const [{ owner } = { owner: null }] = await ask<{ owner: string | null }>(
      "MATCH (l:Lease {name: 'expiry-collector'}) RETURN l.owner AS owner",
    );
    expect(owner).not.toBeNull();
    const second = await serve();
    await until(async () => (await left('killed')) === 0);
    await expectCollected('killed', 3_000);
    await stop(second);
  }, 180_000);
});

test('a longer life given meanwhile wins', async () => {
  await makeExpired('locked', 1);
  const session = driver.session();
  const transaction = session.beginTransaction();
  await transaction.run("MATCH (m:MemoryRecord {id: 'locked-1'}) SET m.lock = true");
  const server = await serve();
  try {
    // The collector has found the memory and waits for its lock.
    await until(async () =>
      (
        await ask<{ statement: string }>(
          "SHOW TRANSACTIONS YIELD currentQuery, currentQueryStatus WHERE currentQueryStatus = 'waiting' RETURN currentQuery AS statement",
        )
      ).some(({ statement }) => statement.includes('STAYS')),
    );
    await transaction.run(
      "MATCH (m:MemoryRecord {id: 'locked-1'}) SET m.liveUntil = localdatetime('2999-01-01T00:00'), m.expiresAt = m.liveUntil",
    );
    await transaction.commit();
    await sleep(2_500);
    expect(await left('locked')).toBe(1);
    expect(await ask("MATCH (e:OutboxEvent {namespace: 'locked'}) RETURN e.type")).toEqual([]);
  } finally {
    await session.close();
    await stop(server);
  }
}, 120_000);

test('a stop waits for one batch, not for all', async () => {
  const server = await serve();
  await makeExpired('stopped', 4_000);
  await until(async () => (await left('stopped')) < 4_000);
  const start = Date.now();
  await stop(server);
  expect(Date.now() - start).toBeLessThan(15_000);
  expect(await left('stopped')).toBeGreaterThan(0);
  expect(await ask("MATCH (l:Lease {name: 'expiry-collector'}) RETURN l.owner AS owner")).toEqual([{ owner: null }]);
}, 120_000);
