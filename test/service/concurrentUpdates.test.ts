import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { store, UPDATE, type Row } from '../support/memories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/sharedServer.ts';

// Many writers of one memory, spread over two servers on one database.

const home = freshNamespace('concurrent');
let second: TestServer;
let clients: HttpClient[];
beforeAll(async () => {
  second = await startTestServer();
  clients = [sharedServer(), second.url].map((url) => new HttpClient(url, { agentId: 'ann' }));
}, 90_000);
afterAll(async () => {
  await second.stop();
});

const WRITERS = 50;

function updates(id: string, expectedVersion: number | null) {
  return Promise.all(
    Array.from({ length: WRITERS }, (_, n) =>
      clients[n % 2]!.send<{ updateMemory: Row }>(UPDATE('version'), {
        id,
        input: { content: `${expectedVersion} ${n}` },
        expectedVersion,
      }),
    ),
  );
}
const versionsOf = (id: string) =>
  askGraph(
    'MATCH (m:Memory {id: $id})<-[:VERSION_OF]-(v) WITH m, v ORDER BY v.version RETURN m.version AS version, collect(v.version) AS before',
    { id },
  );

test('exactly one of 50 with one expected version wins, and leaves one version', async () => {
  const { id } = await store(clients[0]!, { title: 'one wins', namespace: home });
  for (const expectedVersion of [1, 2]) {
    const answers = await updates(id, expectedVersion);
    const won = answers.filter(({ errors }) => errors === undefined);
    expect(won.map(({ data }) => (data?.updateMemory['memory'] as Row)['version'] as number)).toEqual([
      expectedVersion + 1,
    ]);
    const refused = answers.flatMap(({ errors }) => errors?.[0]?.extensions ?? []);
    expect(refused).toHaveLength(WRITERS - 1);
    for (const refusal of refused)
      expect(refusal).toMatchObject({
        code: 'VERSION_CONFLICT',
        details: { id, expectedVersion, currentVersion: expectedVersion + 1 },
      });
  }
  expect(await versionsOf(id)).toEqual([{ version: 3, before: [1, 2] }]);
}, 60_000);

test('without one all 50 win, and each leaves its version', async () => {
  const { id } = await store(clients[0]!, { title: 'all win', namespace: home });
  const answers = await updates(id, null);
  expect(
    answers.map(({ data }) => (data?.updateMemory['memory'] as Row)['version'] as number).sort((a, b) => a - b),
  ).toEqual(Array.from({ length: WRITERS }, (_, n) => n + 2));
  expect(await versionsOf(id)).toEqual([
    { version: WRITERS + 1, before: Array.from({ length: WRITERS }, (_, n) => n + 1) },
  ]);
}, 60_000);
