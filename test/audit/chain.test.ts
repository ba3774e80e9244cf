import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { revisionHash, revisionOf, GENESIS } from '../../src/database/auditRevision.ts';
import { fromIso } from '../../src/database/values.ts';
import { invalidateLink } from '../../src/link/invalidate.ts';
import { ExpiryCollector } from '../../src/memory/collect.ts';
import { verifyAuditChain } from '../../src/audit/verifyChain.ts';
import { promoteMemory } from '../../src/memory/promote.ts';
import { restoreMemory } from '../../src/memory/restore.ts';
import { storeMemory } from '../../src/memory/store.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { reflect } from '../../src/reflection/reflect.ts';
import { atomise } from '../../src/memory/atomise.ts';
import { purgeArchive } from '../../src/memory/purge.ts';
import { WritingServer } from '../database/writingServer.ts';
import { log } from '../event/outbox.ts';
import type { TestDatabase } from '../support/database.ts';
import { auditedServer, walk, walkAll } from './auditedServer.ts';

let server: WritingServer;
let address: TestDatabase;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ server, address, stop } = await auditedServer());
}, 120_000);
afterAll(async () => {
  await stop?.();
}, 60_000);

const home = 'audit';
let count = 0;
const stored = async (more: Record<string, unknown> = {}) => (await server.store(home, `title ${++count}`, more)).id;
const ask = (text: string, parameters = {}) => server.query<Record<string, never>>(text, parameters);
const valid = async () => expect(await walkAll(server)).toMatchObject({ valid: true, firstBroken: null });

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
  expect(await walkAll(server, 2)).toMatchObject({ valid: true, checked: revisions.length, head: { hash: prevHash } });
});

test('every way to write leaves a chain that holds', async () => {
  const a = await stored({ tier: 'MID' });
  const b = await stored();
  await execute(promoteMemory, { id: a }, server.context);
  await server.update(b, { title: `renamed ${count}`, editSource: 'LLM' });
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
  expect(await walkAll(server)).toMatchObject({ valid: false, firstBroken: { reason: 'MEMORY_CHANGED' } });
  await execute(purgeArchive, { olderThanDays: 30 }, server.context);
  expect(await ask('MATCH (m:ArchivedMemory) RETURN m.id AS id')).toEqual([]);
  await ask('MATCH (e:OutboxEvent) DELETE e');
  await valid();
});

describe('a walk finds', () => {
  /** Tampers, expects the break, and puts all back as it was. */
  async function found(tamper: string, restore: string, parameters: Record<string, unknown> = {}) {
    await ask(tamper, parameters);
    const { firstBroken, valid: holds, nextAfter } = await walkAll(server);
    await ask(restore, parameters);
    await valid();
    expect([holds, nextAfter]).toEqual([false, null]);
    return firstBroken;
  }
  const middle = async () => {
    await stored();
    const [row] = await ask('MATCH (h:AuditHead) RETURN h.seq - 1 AS seq');
    return row!['seq'] as unknown as number;
  };

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
    await server.link(await stored(), await stored());
    await stored();
    const seq = await middle();
    expect(
      await found(
        `MATCH (r:AuditRevision {seq: $seq}) SET r.was = r.${property}, r.${property} = ${value}`,
        `MATCH (r:AuditRevision {seq: $seq}) SET r.${property} = r.was REMOVE r.was`,
        { seq },
      ),
    ).toEqual({ seq, reason: 'CHANGED' });
  });

  test('a revision that is taken out', async () => {
    const seq = await middle();
    expect(
      await found(
        'MATCH (r:AuditRevision {seq: $seq}) REMOVE r:AuditRevision SET r:Taken',
        'MATCH (r:Taken) SET r:AuditRevision REMOVE r:Taken',
        { seq },
      ),
    ).toEqual({ seq, reason: 'MISSING' });
  });

  test('the last one taken out', async () => {
    const seq = (await middle()) + 1;
    expect(
      await found(
        'MATCH (r:AuditRevision {seq: $seq}) REMOVE r:AuditRevision SET r:Taken',
        'MATCH (r:Taken) SET r:AuditRevision REMOVE r:Taken',
        { seq },
      ),
    ).toEqual({ seq, reason: 'MISSING' });
  });

  test('one put in behind the last', async () => {
    const seq = (await middle()) + 2;
    expect(
      await found('CREATE (r:AuditRevision {seq: $seq})', 'MATCH (r:AuditRevision {seq: $seq}) DELETE r', { seq }),
    ).toEqual({ seq, reason: 'HEAD' });
  });

  test('two that changed places', async () => {
    const seq = await middle();
    const swap = `MATCH (a:AuditRevision {seq: $seq}), (b:AuditRevision {seq: $seq + 1}) SET a.seq = -1
       WITH a, b SET b.seq = $seq WITH a SET a.seq = $seq + 1`;
    expect(await found(swap, swap, { seq })).toEqual({ seq, reason: 'CHANGED' });
  });

  test('one that was made anew, with a hash that fits itself alone', async () => {
    const seq = await middle();
    const [row] = await ask('MATCH (r:AuditRevision {seq: $seq}) RETURN r {.*} AS r', { seq });
    const forged = { ...revisionOf(row!['r'] as never), actor: 'eve' };
    expect(
      await found(
        "MATCH (r:AuditRevision {seq: $seq}) SET r.was = [r.actor, r.hash], r.actor = 'eve', r.hash = $hash",
        'MATCH (r:AuditRevision {seq: $seq}) SET r.actor = r.was[0], r.hash = r.was[1] REMOVE r.was',
        { seq, hash: revisionHash(forged) },
      ),
    ).toEqual({ seq: seq + 1, reason: 'ORDER' });
  });

  test('a head that says otherwise', async () => {
    const seq = (await middle()) + 1;
    expect(
      await found(
        "MATCH (h:AuditHead) SET h.was = h.hash, h.hash = '00'",
        'MATCH (h:AuditHead) SET h.hash = h.was REMOVE h.was',
      ),
    ).toEqual({
      ...{ seq, reason: 'HEAD' },
    });
  });

  test.each<[string, string, string, string]>([
    [
      'a memory that was changed',
      "SET m.was = m.content, m.content = 'else'",
      'SET m.content = m.was REMOVE m.was',
      'MEMORY_CHANGED',
    ],
    [
      'a memory that was hidden in the archive',
      'REMOVE m:Memory SET m:ArchivedMemory',
      'REMOVE m:ArchivedMemory SET m:Memory',
      'MEMORY_CHANGED',
    ],
    ['a memory that is gone', "SET m.was = m.id, m.id = 'gone'", 'SET m.id = m.was REMOVE m.was', 'MEMORY_MISSING'],
  ])('%s', async (_, tamper, restore, reason) => {
    const id = await stored();
    const [row] = await ask('MATCH (h:AuditHead) RETURN h.seq AS seq');
    const at = 'MATCH (m:MemoryRecord) WHERE coalesce(m.was, m.id) = $id OR m.id = $id';
    expect(await found(`${at} ${tamper}`, `${at} ${restore}`, { id })).toEqual({ seq: row!['seq'], reason });
  });

  test('a revision cut off from its memory', async () => {
    const id = await stored();
    const [row] = await ask('MATCH (h:AuditHead) RETURN h.seq AS seq');
    expect(
      await found(
        'MATCH (m:MemoryRecord {id: $id})<-[of:OF]-() DELETE of',
        'MATCH (m:MemoryRecord {id: $id}), (r:AuditRevision {subjectId: $id}) CREATE (r)-[:OF]->(m)',
        { id },
      ),
    ).toEqual({ seq: row!['seq'], reason: 'UNFILED' });
  });

  test('a link that was changed', async () => {
    const [source, target] = [await stored(), await stored()];
    await server.link(source, target);
    const [row] = await ask('MATCH (h:AuditHead) RETURN h.seq AS seq');
    expect(
      await found(
        "MATCH (:MemoryRecord {id: $source})-[l:RELATED_TO]->() SET l.was = l.observedBy, l.observedBy = 'eve'",
        'MATCH (:MemoryRecord {id: $source})-[l:RELATED_TO]->() SET l.observedBy = l.was REMOVE l.was',
        { source },
      ),
    ).toEqual({ seq: row!['seq'], reason: 'LINK_CHANGED' });
  });
});

test('two servers that write at once make one chain without gaps', async () => {
  const second = new WritingServer(address, { transactionTimeoutMs: 60_000 });
  try {
    const before = (await walkAll(server)).head.seq;
    const work = [server, second].flatMap((one, side) =>
      Array.from({ length: 60 }, async (_, n) => {
        const { id } = await one.store(home, `side ${side} ${n}`);
        await one.update(id, { priority: 9, tags: [`t${n}`] });
      }),
    );
    await Promise.all(work);
    const after = await walkAll(second, 7);
    expect(after).toMatchObject({ valid: true, head: { seq: before + 240 } });
    expect(after.checked).toBe(before + 240);
  } finally {
    await second.close();
  }
});

test('a walk while others write finds nothing wrong', async () => {
  const hot = await stored();
  let writing = true;
  const writers = Promise.all([
    (async () => {
      for (let n = 0; n < 20; n++) await server.update(hot, { tags: [`n${n}`] });
    })(),
    (async () => {
      for (let n = 0; n < 20; n++) await stored();
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
  expect(await walk(server, { after: 1_000_000 })).toMatchObject({
    valid: false,
    firstBroken: { seq: 1_000_000, reason: 'MISSING' },
  });
});
