import { afterAll, describe, expect, test } from '@jest/globals';
import { freshNamespace, HttpClient, socketClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import {
  ALL_FIELDS,
  caller,
  DELETE,
  link,
  recall,
  search,
  store,
  storeDocument,
  titles,
  type Row,
} from '../support/memories.ts';
import { archive, expire, forget, nodeOf, restore, RESTORE } from '../support/archive.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { subscribe } from '../support/subscriber.ts';

const home = freshNamespace('restore');
const annId = { agentId: `ann-${home}`, namespace: home };
const ann = caller(annId);
const bob = caller({ agentId: `bob-${home}`, namespace: home });
const socket = socketClient(sharedServer(), annId);
afterAll(() => socket.dispose());

async function archived(name: string, more: Record<string, unknown> = {}, fields?: string): Promise<Row> {
  const memory = await store(ann, { title: name, namespace: `${home}/${name}`, ...more }, fields);
  await ann.run(DELETE, { id: memory['id'] });
  return memory;
}

describe('a restored memory', () => {
  test('is found by meaning and by words at once, with its links and all its fields', async () => {
    const namespace = `${home}/found`;
    const [gone, kept] = await Promise.all([
      store(ann, { title: 'the walrus sings', namespace, tags: ['sea'], priority: 7, metadata: { a: 1 } }, ALL_FIELDS),
      store(ann, { title: 'kept', namespace, content: 'tax forms' }),
    ]);
    await link(ann, kept['id'], gone['id'], 'SUPERSEDES');
    await link(ann, gone['id'], kept['id'], 'CONTRADICTS');
    await ann.run(DELETE, { id: gone['id'] });
    expect(
      titles(await recall(ann, { query: 'a sea animal sings', namespace, mode: 'SEMANTIC', touch: false })),
    ).toEqual(['kept']);

    const back = await restore(
      ann,
      gone['id'],
      `${ALL_FIELDS} supersededBy { id } contradicts { id } links { relation }`,
    );
    const { supersededBy, contradicts, links, ...plain } = back;
    expect(plain).toEqual({ ...gone, version: 2, updatedAt: expect.any(String) });
    expect(Date.parse(plain['updatedAt'] as string)).toBeGreaterThan(Date.parse(gone['updatedAt'] as string));
    expect({ supersededBy, contradicts }).toEqual({
      supersededBy: [{ id: kept['id'] }],
      contradicts: [{ id: kept['id'] }],
    });
    expect((links as Row[]).map(({ relation }) => relation as string).sort()).toEqual(['CONTRADICTS', 'SUPERSEDES']);
    for (const mode of ['SEMANTIC', 'KEYWORD', 'HYBRID'])
      expect(titles(await recall(ann, { query: 'walrus sings', namespace, mode, touch: false }))[0]).toBe(
        'the walrus sings',
      );
    expect(titles(await search(ann, { query: 'walrus', namespace }))).toEqual(['the walrus sings']);
    expect((await archive(ann, { namespace })).titles).toEqual([]);
    const [node] = await askGraph(
      `MATCH (m:MemoryRecord {id: $id}) RETURN labels(m) AS labels, m.archivedAt AS at, m.archiveReason AS reason, m.archivedBy AS by`,
      { id: gone['id'] },
    );
    expect(node).toEqual({ labels: ['MemoryRecord', 'Memory'], at: null, reason: null, by: null });
    await expect(store(ann, { title: 'the walrus sings', namespace })).rejects.toThrow('CONFLICT');
  });

  test('has a version for what it was', async () => {
    const { id } = await archived('versions');
    const back = await restore(ann, id, 'version history { version title changed }');
    expect(back['history']).toMatchObject([
      { version: 2, title: 'versions', changed: [] },
      { version: 1, title: 'versions' },
    ]);
  });

  test('takes its place in its episode again', async () => {
    const namespace = `${home}/episode`;
    const made: Row[] = [];
    for (const title of ['one', 'two', 'three']) made.push(await store(ann, { title, namespace, episode: 'e' }));
    await ann.run(DELETE, { id: made[1]!['id'] });
    const back = await restore(ann, made[1]!['id'], 'previous { title } next { title }');
    expect(back).toEqual({ previous: [{ title: 'one' }], next: [{ title: 'three' }] });
  });

  const HOUR = 3_600_000;
  test.each<[string, Record<string, unknown>, boolean, number | null]>([
    ['expired SHORT', { tier: 'SHORT' }, true, 6 * HOUR],
    ['expired MID', { tier: 'MID' }, true, 7 * 24 * HOUR],
    ['expired LONG', { tier: 'LONG', ttlSecs: 60 }, true, null],
    ['live SHORT', { tier: 'SHORT', ttlSecs: 600 }, false, HOUR / 6],
    ['everlasting LONG', { tier: 'LONG' }, false, null],
  ])('%s: expired ones get a fresh life of their tier, others keep theirs', async (name, fields, isExpired, life) => {
    const namespace = `${home}/${name.replace(' ', '-')}`;
    const { id, expiresAt } = await store(ann, { title: 'm', namespace, ...fields }, 'id expiresAt');
    await ann.run(DELETE, { id });
    if (isExpired) await expire(id);
    const back = await restore(ann, id, 'expiresAt');
    if (!isExpired) expect(back['expiresAt']).toBe(expiresAt);
    if (life === null) expect(back['expiresAt']).toBeNull();
    else expect(Math.abs(Date.parse(back['expiresAt'] as string) - Date.now() - life)).toBeLessThan(60_000);
    expect(titles(await search(ann, { query: 'm', namespace }))).toEqual(['m']);
  });

  test('may have expired without having been collected yet', async () => {
    const { id } = await store(ann, { title: 'uncollected', namespace: home });
    await expire(id);
    expect(
      (await ann.run<{ memory: Row | null }>('query ($id: ID!) { memory(id: $id) { id } }', { id })).memory,
    ).toBeNull();
    expect(await restore(ann, id)).toEqual({ id, title: 'uncollected', version: 2 });
  });

  test('is told of to those who may read it', async () => {
    const heard = subscribe<Row>(
      socket,
      'events',
      `subscription ($namespace: String) { events(namespace: $namespace) { type actor
        ... on PostArchiveEvent { memoryId reason } ... on PostRestoreEvent { memory { id version } } } }`,
      { namespace: `${home}/told` },
    );
    const typed = subscribe<Row>(
      socket,
      'postRestore',
      'subscription ($namespace: String) { postRestore(namespace: $namespace) { type namespace actor memory { title next { id } } } }',
      { namespace: `${home}/told` },
    );
    await heard.until(1);
    const namespace = `${home}/told`;
    await store(bob, { title: 'hidden', namespace });
    const { id } = await store(ann, { title: 'told', namespace });
    await forget(ann, { namespace });
    await forget(bob, { namespace });
    await restore(ann, id);
    const events = await heard.until(4);
    expect(events.slice(1)).toEqual([
      { type: 'POST_STORE', actor: annId.agentId },
      { type: 'POST_ARCHIVE', actor: annId.agentId, memoryId: id, reason: 'FORGET' },
      { type: 'POST_RESTORE', actor: annId.agentId, memory: { id, version: 2 } },
    ]);
    expect(await typed.until(1)).toEqual([
      { type: 'POST_RESTORE', namespace, actor: annId.agentId, memory: { title: 'told', next: [] } },
    ]);
    heard.stop();
    typed.stop();
  });
});

describe('a restore is refused', () => {
  test.each<[string, typeof ann, boolean]>([
    ['to its reader, with the id of the holder', ann, true],
    ['without the id of a holder that may not be read', bob, false],
  ])('when the title is taken: %s', async (_, client, readable) => {
    const namespace = `${home}/taken-${readable}`;
    const shared = { scope: 'COLLECTIVE', namespace };
    const gone = await store(ann, { title: 'taken', ...shared });
    await ann.run(DELETE, { id: gone['id'] });
    const holder = await store(ann, { title: 'taken', ...shared });
    // No two scopes share a title key today; the answer must not depend on that.
    if (!readable)
      await askGraph("MATCH (m:MemoryRecord {id: $id}) SET m.readers = ['private·nobody']", { id: holder['id'] });
    const before = await fingerprint(namespace);
    expect(await client.refusal(RESTORE(), { id: gone['id'] })).toMatchObject({
      code: 'CONFLICT',
      details: {
        reason: 'RESTORE_COLLISION',
        namespace,
        title: 'taken',
        ...(readable ? { existingId: holder['id'] } : {}),
      },
    });
    const { details } = await client.refusal(RESTORE(), { id: gone['id'] });
    expect(details && 'existingId' in details).toBe(readable);
    expect(await fingerprint(namespace)).toBe(before);
  });

  test('not when the holder has expired: it goes to the archive instead', async () => {
    const namespace = `${home}/expired-holder`;
    const gone = await store(ann, { title: 't', namespace });
    await ann.run(DELETE, { id: gone['id'] });
    const holder = await store(ann, { title: 't', namespace });
    await expire(holder['id']);
    await restore(ann, gone['id']);
    expect(await nodeOf(holder['id'])).toEqual({
      ...{ live: false, archived: true, reason: 'TTL_EXPIRED', by: 'system', dated: true },
    });
    expect(await nodeOf(gone['id'])).toMatchObject({ live: true, archived: false });
  });

  test('when it is live', async () => {
    const { id } = await store(ann, { title: 'live', namespace: home });
    const before = await fingerprint(home);
    expect(await ann.refusal(RESTORE(), { id })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'NOT_ARCHIVED', id },
    });
    expect(await fingerprint(home)).toBe(before);
  });

  test.each([
    ['hidden', async () => (await archived('secret'))['id'] as string],
    ['hidden and live', async () => (await store(ann, { title: 'secret live', namespace: home }))['id'] as string],
    ['missing', async () => 'no-such-memory'],
  ])('when it is %s: not found, in the same words', async (_, which) => {
    const id = await which();
    const { code, message, details } = await bob.refusal(RESTORE(), { id });
    expect({ code, message, details }).toEqual({ code: 'NOT_FOUND', message: `no memory ${id}`, details: { id } });
  });

  test('to a viewer, and for an id that is none', async () => {
    const { id } = await archived('viewed');
    const viewer = caller({ ...annId, roles: 'viewer' });
    expect((await viewer.refusal(RESTORE(), { id })).code).toBe('FORBIDDEN');
    expect(await ann.refusal(RESTORE(), { id: 'a..b' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'id', bound: 'no ".."' },
    });
  });
});

test('with a key it is done once and answers alike', async () => {
  const { id } = await archived('keyed');
  const variables = { id, key: `restore ${home}` };
  const answers = await Promise.all(Array.from({ length: 4 }, () => ann.run(RESTORE(), variables)));
  await ann.run(DELETE, { id });
  answers.push(await ann.run(RESTORE(), variables));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await nodeOf(id)).toMatchObject({ archived: true });
});

describe('two servers', () => {
  test('restore one memory, or restore and store one title: one wins, the other is told why', async () => {
    const second = await startTestServer();
    try {
      const there = new HttpClient(second.url, annId);
      for (let round = 0; round < 5; round++) {
        const namespace = `${home}/race-${round}`;
        const { id } = await store(ann, { title: 'r', namespace });
        await ann.run(DELETE, { id });
        const both = await Promise.all([ann.send(RESTORE(), { id }), there.send(RESTORE(), { id })]);
        const refusals = both.flatMap(({ errors }) => errors ?? []);
        expect(refusals.map(({ extensions }) => [extensions.code, extensions.details?.['reason']])).toEqual([
          ['CONFLICT', 'NOT_ARCHIVED'],
        ]);

        await ann.run(DELETE, { id });
        const [restored, stored] = await Promise.all([
          ann.send(RESTORE(), { id }),
          there.send(storeDocument(), { input: { title: 'r', content: 'new', namespace } }),
        ]);
        const losers = [restored, stored].flatMap(({ errors }) => errors ?? []);
        expect(losers.map(({ extensions }) => extensions.code)).toEqual(['CONFLICT']);
        expect(losers[0]!.extensions.details).toMatchObject({
          reason: restored.errors ? 'RESTORE_COLLISION' : 'TITLE_TAKEN',
          title: 'r',
          existingId: expect.any(String),
        });
        const [{ live } = {}] = await askGraph('MATCH (m:Memory {namespace: $namespace}) RETURN count(m) AS live', {
          namespace,
        });
        expect(live).toBe(1);
      }
    } finally {
      await second.stop();
    }
  }, 90_000);
});
