import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, DELETE, link, reflect, store, update, type Row } from '../support/memories.ts';

const home = freshNamespace('trail');
const ann = caller({ agentId: `ann-${home}`, namespace: `${home}/a` });
const bob = caller({ agentId: `bob-${home}`, namespace: `${home}/b` });
const admin = caller();
const TRAIL = `query ($id: ID!, $after: Float, $first: Int) { auditTrail(memoryId: $id, after: $after, first: $first) {
  nextAfter revisions { seq eventType eventId at actor subjectKind subjectId relation targetId recordDigest prevHash hash } } }`;
const trail = async (client: typeof ann, id: string, page: Row = {}) =>
  (await client.run<Row>(TRAIL, { id, ...page }))['auditTrail'] as Row;
const kinds = ({ revisions }: Row) =>
  (revisions as Row[]).map(({ eventType, subjectKind }) => `${eventType as string} ${subjectKind as string}`);

describe('the trail of a memory', () => {
  test('tells who did what, page by page, and goes on in the archive', async () => {
    const { id } = await store(ann, { title: 'told', namespace: home, scope: 'TEAM' });
    const { id: other } = await store(ann, { title: 'other', namespace: home, scope: 'TEAM' });
    await update(bob, id, { tags: ['x'] });
    await link(ann, id, other);
    await reflect(ann, [id], 'on it', { scope: 'TEAM', namespace: home });
    await ann.run(DELETE, { id });
    const whole = await trail(ann, id);
    expect(kinds(whole)).toEqual(['POST_STORE MEMORY', 'POST_UPDATE MEMORY', 'POST_LINK LINK', 'POST_DELETE MEMORY']);
    expect(whole['nextAfter']).toBeNull();
    const [, updated, linked] = whole['revisions'] as [Row, Row, Row];
    expect([updated['actor'], linked['relation'], linked['targetId']]).toEqual([`bob-${home}`, 'RELATED_TO', other]);
    const first = await trail(ann, id, { first: 3 });
    expect(await trail(ann, id, { first: 3, after: first['nextAfter'] })).toEqual({
      revisions: whole['revisions'].slice(3),
      nextAfter: null,
    });
  });

  test('shows its hashes to the author and to admins alone', async () => {
    const { id } = await store(ann, { title: 'hashes', namespace: home, scope: 'TEAM' });
    const hashes = { recordDigest: expect.any(String), prevHash: expect.any(String), hash: expect.any(String) };
    for (const client of [ann, admin]) expect((await trail(client, id))['revisions']).toMatchObject([hashes]);
    const none = { recordDigest: null, prevHash: null, hash: null };
    expect((await trail(bob, id))['revisions']).toMatchObject([none]);
  });

  test('leaves out links to what is hidden, and events that answer for no memory', async () => {
    const { id } = await store(ann, { title: 'in the open', namespace: home, scope: 'TEAM' });
    const { id: hidden } = await store(ann, { title: 'hidden', namespace: home, scope: 'PRIVATE' });
    await link(ann, id, hidden);
    await askGraph(
      `MATCH (m:MemoryRecord {id: $id})
       CREATE (:AuditRevision {seq: 1000000000 + toInteger(rand() * 1000000000), eventType: 'POST_GOVERNANCE_DECISION', eventId: 'e',
         at: localdatetime(), actor: 'x', subjectKind: 'EVENT', subjectId: $id})-[:OF]->(m)`,
      { id },
    );
    expect(kinds(await trail(bob, id))).toEqual(['POST_STORE MEMORY']);
    expect(kinds(await trail(ann, id))).toEqual(['POST_STORE MEMORY', 'POST_LINK LINK']);
    expect(kinds(await trail(admin, id))).toEqual([
      ...['POST_STORE MEMORY', 'POST_LINK LINK', 'POST_GOVERNANCE_DECISION EVENT'],
    ]);
    await askGraph('MATCH (r:AuditRevision {subjectId: $id, subjectKind: "EVENT"}) DETACH DELETE r', { id });
  });

  test('is not there for who may not read it', async () => {
    const { id } = await store(ann, { title: 'private', namespace: home });
    expect(await bob.refusal(TRAIL, { id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await bob.refusal(TRAIL, { id: 'no-such-memory' })).toMatchObject({ code: 'NOT_FOUND' });
  });
});
