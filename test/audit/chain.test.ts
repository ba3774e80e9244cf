import { beforeAll, describe, expect, test } from '@jest/globals';
import { revisionHash, revisionOf, GENESIS } from '../../src/database/auditRevision.ts';
import { fromIso } from '../../src/database/values.ts';
import { invalidateLink } from '../../src/link/invalidate.ts';
import { ExpiryCollector } from '../../src/memory/collect.ts';
import { verifyAuditChain } from '../../src/audit/verifyChain.ts';
import { promoteMemory } from '../../src/memory/promote.ts';
import { restoreMemory } from '../../src/memory/restore.ts';
import { storeMemory } from '../../src/memory/store.ts';
import { updateMemory } from '../../src/memory/update.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { reflect } from '../../src/reflection/reflect.ts';
import { atomise } from '../../src/memory/atomise.ts';
import { purgeArchive } from '../../src/memory/purge.ts';
import { WritingServer } from '../database/writingServer.ts';
import { log } from '../event/outbox.ts';
import { address, server, walk, walkAll } from './auditedServer.ts';

const home = 'audit';
let count = 0;
const stored = async (more: Record<string, unknown> = {}) => (await server.store(home, `title ${++count}`, more)).id;
const ask = (text: string, parameters = {}) => server.query<Record<string, never>>(text, parameters);
const valid = async () => expect(await walkAll()).toMatchObject({ valid: true, firstBroken: null });

test('each event has its revision, chained by hashes from the genesis on', async () => {
  const id = await stored();
  await server.update(id, { content: 'changed' });
  const other = await stored();
  await server.link(id, other);
  await server.delete(other);
  const events = await ask('MATCH (e:OutboxEvent) RETURN e.id AS id, e.type AS type ORDER BY e.seq');
  const rows = await ask('MATCH (r:AuditRevision) RETURN r {.*} AS r ORDER BY r.seq');
  const revisions = rows.map(({ r }) => revisionOf(r as never));
  expect(revisions.map(({ eventId, eventType }) => ({ id: eventId, type: eventType }))).toEqual(events);
  let prevHash = GENESIS;
  for (const [place, revision] of revisions.entries()) {
    expect(revision).toMatchObject({ seq: place + 1, prevHash, hash: revisionHash(revision) });
    prevHash = revision.hash;
  }
  expect(await walkAll(2)).toMatchObject({ valid: true, checked: revisions.length, head: { hash: prevHash } });
});

test('every way to write leaves a chain that holds', async () => {
  const a = await stored({ tier: 'MID' });
  const old = await stored();
  await execute(promoteMemory, { id: a }, server.context);
  const edit = { id: old, fields: { title: `renamed ${count}` }, editSource: 'LLM' };
  const b = (await execute(updateMemory, edit, server.context)).memory!.id;
  expect(b).not.toBe(old);
  await server.link(a, b);
  await execute(invalidateLink, { sourceId: a, targetId: b, relation: 'RELATED_TO' }, server.context);
  await execute(
    reflect,
    { sourceIds: [a, b], title: `reflection ${count}`, content: 'r', scope: 'COLLECTIVE' },
    server.context,
  );
  await execute(
    storeMemory,
    { namespace: home, title: `title ${count}`, content: 'x', onConflict: 'VERSION', scope: 'COLLECTIVE' },
    server.context,
  );
  await execute(
    storeMemory,
    { namespace: home, title: `title ${count}`, content: 'y', onConflict: 'MERGE', scope: 'COLLECTIVE' },
    server.context,
  );
  await execute(
    storeMemory,
    { namespace: home, title: 'p', content: 'y', kind: 'PERSONA', entityId: 'e', episode: 'k' },
    server.context,
  );
  await server.delete(b);
  await execute(restoreMemory, { id: b }, server.context);
  await server
    .store(`${home}/below`, 'to clone')
    .then(({ id }) => execute(promoteMemory, { id, toNamespace: home }, server.context));
  const long = Array.from({ length: 40 }, (_, n) => `Sentence ${n} tells that the river rises in month ${n}.`).join(
    ' ',
  );
  const parent = await stored({ content: long });
  await execute(atomise, { id: parent, maxAtomTokens: 100 }, server.context);
  await valid();
});

test('what moves by itself breaks nothing: touches, vectors, collection, purges and pruned events', async () => {
  const touched = await stored({ tier: 'SHORT' });
  server.context.services.touches.add([{ id: touched }], server.context.principal);
  await server.context.services.touches.flush();
  await ask(
    "MATCH (m:MemoryRecord {id: $id}) SET m.embedding = [1.0], m.embeddingStatus = 'READY', m.awaitsEmbedding = null",
    { id: touched },
  );
  const expired = await stored();
  await ask('MATCH (m:MemoryRecord {id: $id}) SET m.expiresAt = $at, m.liveUntil = $at', {
    id: expired,
    at: fromIso('2020-01-01T00:00:00.000Z'),
  });
  const collector = new ExpiryCollector({ ...server.context.services, log, intervalMs: 1_000_000 });
  expect(await collector.collect()).toBe(1);
  await valid();
  const linked = await stored();
  await server.link(touched, linked);
  await server.delete(linked);
  await ask("MATCH (m:ArchivedMemory) SET m.archivedAt = m.archivedAt - duration('P40D')");
  // Dating back the archive is tampering, which the chain shows until what was dated back is purged.
  expect(await walkAll()).toMatchObject({ valid: false, firstBroken: { reason: 'MEMORY_CHANGED' } });
  await execute(purgeArchive, { olderThanDays: 30 }, server.context);
  expect(await ask('MATCH (m:ArchivedMemory) RETURN m.id AS id')).toEqual([]);
  await ask('MATCH (e:OutboxEvent) DELETE e');
  await valid();
});

describe('a walk finds', () => {
  // Each case puts back what it did, so they share what they tamper with: two memories, the link between them, and one more.
  let [id, target] = ['', ''];
  let first = 0;
  beforeAll(async () => {
    [id, target] = [await stored(), await stored()];
    first = (await walkAll()).head.seq - 1;
    await server.link(id, target);
    await stored();
  });

  /** Tampers, answers the break that a walk finds, and puts all back as it was. */
  async function found(tamper: string, restore: string, parameters: Record<string, unknown> = {}) {
    const given = { id, ...parameters };
    await ask(tamper, given);
    const { firstBroken, valid: holds, nextAfter } = await walkAll();
    await ask(restore, given);
    expect([holds, nextAfter]).toEqual([false, null]);
    return firstBroken;
  }

  const REVISION = 'MATCH (r:AuditRevision {seq: $seq})';
  test.each([
    ['eventType', "'POST_UPDATE'"],
    ['eventId', "'another'"],
    ['at', "localdatetime('2020-01-01T00:00:00')"],
    ['actor', "'eve'"],
    ['subjectKind', "'EVENT'"],
    ['subjectId', "'another'"],
    ['relation', "'SUPERSEDES'"],
    ['targetId', "'another'"],
    ['recordDigest', "'00'"],
    ['prevHash', "'00'"],
    ['hash', "'00'"],
  ])('a change of %s of a revision', async (property, value) => {
    const seq = first + 2;
    expect(
      await found(
        `${REVISION} SET r.was = r.${property}, r.${property} = ${value}`,
        `${REVISION} SET r.${property} = r.was REMOVE r.was`,
        { seq },
      ),
    ).toEqual({ seq, reason: 'CHANGED' });
  });

  const TAKEN = [
    `${REVISION} REMOVE r:AuditRevision SET r:Taken`,
    'MATCH (r:Taken) SET r:AuditRevision REMOVE r:Taken',
  ];
  const SWAP = `MATCH (a:AuditRevision {seq: $seq}), (b:AuditRevision {seq: $seq + 1}) SET a.seq = -1
    WITH a, b SET b.seq = $seq WITH a SET a.seq = $seq + 1`;
  const MEMORY = 'MATCH (m:MemoryRecord) WHERE coalesce(m.was, m.id) = $id OR m.id = $id';
  const LINK = 'MATCH (:MemoryRecord {id: $id})-[l:RELATED_TO]->()';
  /** Places are counted from the revision of the first memory: 1 is the other's, 2 the link's, 3 that of the memory behind. */
  test.each<[string, number, string, string, string]>([
    ['a revision that is taken out', 2, TAKEN[0]!, TAKEN[1]!, 'MISSING'],
    ['the last one taken out', 3, TAKEN[0]!, TAKEN[1]!, 'MISSING'],
    ['one put in behind the last', 4, 'CREATE (r:AuditRevision {seq: $seq})', `${REVISION} DELETE r`, 'HEAD'],
    ['two that changed places', 2, SWAP, SWAP, 'CHANGED'],
    [
      'a head that says otherwise',
      3,
      "MATCH (h:AuditHead) SET h.was = h.hash, h.hash = '00'",
      'MATCH (h:AuditHead) SET h.hash = h.was REMOVE h.was',
      'HEAD',
    ],
    [
      'a memory that was changed',
      0,
      `${MEMORY} SET m.was = m.content, m.content = 'else'`,
      `${MEMORY} SET m.content = m.was REMOVE m.was`,
      'MEMORY_CHANGED',
    ],
    [
      'a memory that was hidden in the archive',
      0,
      `${MEMORY} REMOVE m:Memory SET m:ArchivedMemory`,
      `${MEMORY} REMOVE m:ArchivedMemory SET m:Memory`,
      'MEMORY_CHANGED',
    ],
    [
      'a memory that is gone',
      0,
      `${MEMORY} SET m.was = m.id, m.id = 'gone'`,
      `${MEMORY} SET m.id = m.was REMOVE m.was`,
      'MEMORY_MISSING',
    ],
    [
      'a revision cut off from its memory',
      0,
      `${REVISION}-[of:OF]->() DELETE of`,
      `${REVISION} MATCH (m:MemoryRecord {id: $id}) CREATE (r)-[:OF]->(m)`,
      'UNFILED',
    ],
    [
      'a link that was changed',
      2,
      `${LINK} SET l.was = l.observedBy, l.observedBy = 'eve'`,
      `${LINK} SET l.observedBy = l.was REMOVE l.was`,
      'LINK_CHANGED',
    ],
  ])('%s', async (_, place, tamper, restore, reason) => {
    const seq = first + place;
    expect(await found(tamper, restore, { seq })).toEqual({ seq, reason });
  });

  test('a revision that was made anew, with a hash that fits itself alone', async () => {
    const seq = first + 2;
    const [row] = await ask(`${REVISION} RETURN r {.*} AS r`, { seq });
    const forged = { ...revisionOf(row!['r'] as never), actor: 'eve' };
    expect(
      await found(
        `${REVISION} SET r.was = [r.actor, r.hash], r.actor = 'eve', r.hash = $hash`,
        `${REVISION} SET r.actor = r.was[0], r.hash = r.was[1] REMOVE r.was`,
        { seq, hash: revisionHash(forged) },
      ),
    ).toEqual({ seq: seq + 1, reason: 'ORDER' });
  });

  test('nothing once all is as it was', valid);
});

test('two servers that write at once make one chain without gaps', async () => {
  const second = new WritingServer(address, { transactionTimeoutMs: 60_000 });
  try {
    const before = (await walkAll()).head.seq;
    const work = [server, second].flatMap((one, side) =>
      Array.from({ length: 25 }, async (_, n) => {
        const { id } = await one.store(home, `side ${side} ${n}`);
        await one.update(id, { priority: 9, tags: [`t${n}`] });
      }),
    );
    await Promise.all(work);
    const after = await walkAll(7);
    expect(after).toMatchObject({ valid: true, head: { seq: before + 100 } });
    expect(after.checked).toBe(before + 100);
  } finally {
    await second.close();
  }
});

test('a walk while others write finds nothing wrong', async () => {
  const hot = await stored();
  let writing = true;
  const writers = Promise.all([
    (async () => {
      for (let n = 0; n < 12; n++) await server.update(hot, { tags: [`n${n}`] });
    })(),
    (async () => {
      for (let n = 0; n < 12; n++) await stored();
    })(),
  ]).finally(() => (writing = false));
  while (writing) await valid();
  await writers;
});

test('only an admin walks it, from a place that is there', async () => {
  await expect(
    execute(
      verifyAuditChain,
      {},
      { ...server.context, principal: { ...server.context.principal, roles: ['agent'], readsAll: false } },
    ),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await walk({ after: 1_000_000 })).toMatchObject({
    valid: false,
    firstBroken: { seq: 1_000_000, reason: 'MISSING' },
  });
});
