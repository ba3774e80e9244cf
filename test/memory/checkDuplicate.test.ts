import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { fingerprint } from '../support/graph.ts';
import { caller, store, type Row } from '../support/memories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const home = freshNamespace('check');
const place = `${home}/place`;
const ann = caller({ agentId: `ann-${home}`, namespace: `${home}/ann` });
const bob = caller({ agentId: `bob-${home}`, namespace: `${home}-away/bob` });
const CHECK = `query ($title: String!, $content: String!, $namespace: String, $threshold: Float) {
  checkDuplicate(title: $title, content: $content, namespace: $namespace, threshold: $threshold) {
    isDuplicate threshold candidatesScanned degraded nearest { similarity memory { id title relatedTo(limit: 1) { id } } }
  }
}`;
const TEXT = 'The old lighthouse on the northern cliff is painted red and white each spring by volunteers.';
const NEAR = 'Every spring volunteers paint the lighthouse on the cliff in the north, in white and red.';
const FAR = 'Lunch is served in the canteen on the second floor.';
const check = async (client: HttpClient, variables: Row): Promise<Row> =>
  (await client.run<{ checkDuplicate: Row }>(CHECK, { title: 'deploy', content: TEXT, ...variables })).checkDuplicate;

let ids: Record<'deploy' | 'handed' | 'shared', string>;
beforeAll(async () => {
  const put = async (title: string, input: Row) => (await store(ann, { title, namespace: place, ...input }))['id'];
  ids = {
    deploy: await put('deploy', { content: TEXT }),
    handed: await put('handed', { content: `${FAR} It is for Bob.`, targetAgentId: `bob-${home}` }),
    shared: await put('shared', { content: 'The moon is full tonight.', scope: 'TEAM' }),
  };
});

test('the very text is a duplicate, whatever the threshold, in its namespace and everywhere', async () => {
  for (const namespace of [place, null])
    expect(await check(ann, { namespace, threshold: 1 })).toMatchObject({
      ...{ isDuplicate: true, threshold: 1, candidatesScanned: 1, degraded: false },
      nearest: { similarity: 1, memory: { id: ids.deploy, relatedTo: [] } },
    });
});

describe('the nearest by meaning', () => {
  test('is a duplicate from the threshold on', async () => {
    const found = await check(ann, { title: 'deploys', content: NEAR, namespace: place });
    expect(found).toMatchObject({ threshold: 0.85, degraded: false, nearest: { memory: { id: ids.deploy } } });
    const similarity = found['nearest'].similarity as number;
    expect(found['isDuplicate']).toBe(similarity >= 0.85);
    expect(found['candidatesScanned']).toBe(3);
    for (const [threshold, isDuplicate] of [
      [0.5, true],
      [similarity - 0.001, true],
      [similarity + 0.001, false],
      [1, false],
    ])
      expect(await check(ann, { title: 'deploys', content: NEAR, namespace: place, threshold })).toMatchObject({
        isDuplicate,
        nearest: { similarity: expect.closeTo(similarity, 3) },
      });
  });

  test('is looked for in the one namespace that is named, and everywhere without', async () => {
    const other = { title: 'deploys', content: NEAR };
    expect(await check(ann, { ...other, namespace: home })).toMatchObject({
      ...{ isDuplicate: false, nearest: null, candidatesScanned: 0 },
    });
    expect(await check(ann, other)).toMatchObject({ nearest: { memory: { id: ids.deploy } } });
    expect(await check(caller(), { ...other, namespace: place })).toMatchObject({
      nearest: { memory: { id: ids.deploy } },
    });
  });

  test('is nothing that the caller may not read, the very text included', async () => {
    expect(await check(bob, { namespace: place })).toMatchObject({ nearest: { memory: { id: ids.handed } } });
    expect((await check(bob, {}))['nearest']?.memory.id).not.toBe(ids.deploy);
    const team = caller({ agentId: `carl-${home}`, namespace: `${home}/carl` });
    expect(await check(team, { namespace: place })).toMatchObject({
      candidatesScanned: 1,
      nearest: { memory: { id: ids.shared } },
    });
  });
});

test('nothing is stored', async () => {
  const before = await fingerprint(home);
  await check(ann, { title: 'new', content: 'new' });
  expect(await fingerprint(home)).toBe(before);
});

test.each<[string, Row]>([
  ['threshold', { threshold: 0.49 }],
  ['threshold', { threshold: 1.01 }],
  ['title', { title: ' ' }],
  ['content', { content: 'x'.repeat(65_537) }],
  ['namespace', { namespace: 'a//b' }],
])('a broken %s is refused', async (field, variables) => {
  expect(await ann.refusal(CHECK, { title: 'deploy', content: TEXT, ...variables })).toMatchObject({
    code: 'BAD_USER_INPUT',
    details: { field },
  });
});

describe('without an embedder', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { EMBEDDING_PROVIDER: 'none' } });
  });
  afterAll(async () => {
    await server.stop();
  });

  test('only the very text is found, and the answer says so', async () => {
    const client = new HttpClient(server.url, { agentId: `ann-${home}`, namespace: `${home}/ann` });
    expect(await check(client, { namespace: place })).toMatchObject({ isDuplicate: true, degraded: false });
    expect(await check(client, { title: 'deploys', content: NEAR, namespace: place })).toEqual({
      ...{ isDuplicate: false, threshold: 0.85, candidatesScanned: 0, degraded: true, nearest: null },
    });
  });
});
