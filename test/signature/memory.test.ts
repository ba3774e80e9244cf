import { beforeAll, describe, expect, test } from '@jest/globals';
import { memoryBytes } from '../../src/signature/canonical.ts';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, store, storeDocument, update, type Row } from '../support/memories.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';
import { signerOf, type Signer } from '../support/signer.ts';

const home = freshNamespace('signed');
const who = { agentId: `ann-${home}`, namespace: home };
const ann = caller(who);
const admin = caller();
const SIGNED_FIELDS = 'id version title signature signedBy attestLevel createdAt';
const VERIFY = `query ($id: ID!) { verifyMemory(id: $id) { memoryId status signature audit signedBy agentId keyRevokedAt revisionSeq } }`;
let key: Signer;
beforeAll(async () => {
  key = await signerOf(who.agentId);
});

/** An input with a signature over it, or over what differs from it. */
function signed(title: string, more: Row = {}, over: Row = {}): Row {
  const memory = { title, content: `about ${title}`, namespace: home, createdAt: new Date().toISOString(), ...more };
  const { title: t, content, namespace, createdAt } = { ...memory, ...over };
  const by = (over['key'] as Signer | undefined) ?? key;
  const memoryKind = over['kind'] ?? (memory as Row)['kind'] ?? 'OBSERVATION';
  const signature = by.memory({
    ...{ title: t, content: content, namespace: namespace, memoryKind },
    createdAt: new Date(createdAt).toISOString(),
    ...(over['agentId'] === undefined ? {} : { agentId: over['agentId'] }),
  });
  return { ...memory, signature, force: true };
}

const put = async (input: Row, fields = SIGNED_FIELDS) =>
  (await ann.run<Row>(storeDocument(fields), { input }))['storeMemory'].memory as Row;
const verify = async (id: string, client = ann) => (await client.run<Row>(VERIFY, { id }))['verifyMemory'] as Row;

describe('a signed memory', () => {
  test('keeps its signature, whichever way it is read, and verifies', async () => {
    const input = signed('kept', {
      kind: 'CLAIM',
      tags: ['a'],
      createdAt: new Date().toISOString().replace('Z', '+00:00'),
    });
    const memory = await put(input);
    const kept = { signature: input['signature'], signedBy: key.keyId, attestLevel: 'SELF_SIGNED' };
    expect(memory).toMatchObject(kept);
    const { memories } = await ann.run<Row>(
      `query ($id: ID!) { memories(where: { id: { eq: $id } }) { level: attestLevel signature attestLevel signedBy } }`,
      { id: memory['id'] },
    );
    expect(memories).toEqual([{ ...kept, level: 'SELF_SIGNED' }]);
    expect(await verify(memory['id'])).toEqual({
      ...{ memoryId: memory['id'], status: 'VALID', signature: 'VALID', audit: 'MATCHES', signedBy: key.keyId },
      ...{ agentId: who.agentId, keyRevokedAt: null, revisionSeq: expect.any(Number) },
    });
  });

  test('stays signed by a change of what the signature does not cover', async () => {
    const { id } = await put(signed('tagged'));
    expect(await update(ann, id, { tags: ['x'], priority: 9 }, SIGNED_FIELDS)).toMatchObject({
      attestLevel: 'SELF_SIGNED',
    });
    expect(await verify(id)).toMatchObject({ status: 'VALID', audit: 'MATCHES' });
  });

  test.each([
    ['title', { title: 'another title' }],
    ['content', { content: 'another content' }],
    ['namespace', { namespace: `${home}/deeper` }],
  ])('loses its signature by a change of its %s; the version keeps it', async (name, change) => {
    const { id, signature } = await put(signed(`changed ${name}`));
    expect(await update(ann, id, change, SIGNED_FIELDS)).toMatchObject({
      signature: null,
      signedBy: null,
      attestLevel: 'UNSIGNED',
    });
    expect(await verify(id)).toMatchObject({ status: 'UNSIGNED', audit: 'MATCHES' });
    const { memory } = await ann.run<Row>(
      'query ($id: ID!) { memory(id: $id) { history { version signature signedBy attestLevel } } }',
      { id },
    );
    expect(memory.history).toEqual([
      { version: 2, signature: null, signedBy: null, attestLevel: 'UNSIGNED' },
      { version: 1, signature, signedBy: key.keyId, attestLevel: 'SELF_SIGNED' },
    ]);
  });

  test('verifies when its key is revoked later, and is known by a key that was revoked before', async () => {
    const second = await signerOf(who.agentId);
    const { id } = await put(signed('revoked', {}, { key: second }));
    await second.revoke(new Date(Date.now() + 1_000).toISOString());
    expect(await verify(id)).toMatchObject({
      status: 'VALID',
      signedBy: second.keyId,
      keyRevokedAt: expect.any(String),
    });
    await second.revoke('2020-01-01T00:00:00.000Z');
    expect(await verify(id)).toMatchObject({ status: 'KEY_REVOKED' });
    await askGraph('MATCH (k:AgentKey {id: $id}) DETACH DELETE k', { id: second.keyId });
    expect(await verify(id)).toMatchObject({ status: 'KEY_UNKNOWN' });
  });

  test('may be born up to 300 s away from now', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    expect(await put(signed('a little before', { createdAt: at(-290_000) }))).toMatchObject({
      attestLevel: 'SELF_SIGNED',
    });
    expect(await put(signed('a little ahead', { createdAt: at(290_000) }))).toMatchObject({
      attestLevel: 'SELF_SIGNED',
    });
  });

  test('of an admin may be as old as it likes', async () => {
    const input = signed('old', { createdAt: '1999-12-31T23:59:59.999Z' });
    const { storeMemory } = await ann.asAdmin().run<Row>(storeDocument(SIGNED_FIELDS), { input });
    expect(storeMemory.memory).toMatchObject({ attestLevel: 'SELF_SIGNED', createdAt: '1999-12-31T23:59:59.999Z' });
  });

  test('comes alone among many', async () => {
    const { storeMemories } = await ann.run<Row>(
      `mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { results { memory { attestLevel } error { code } } } }`,
      {
        inputs: [
          signed('of many'),
          signed('forged of many', {}, { content: 'else' }),
          { title: 'plain of many', content: 'c', namespace: home },
        ],
      },
    );
    expect(storeMemories.results.map((one: Row) => one['memory']?.attestLevel ?? one['error'].code)).toEqual([
      'SELF_SIGNED',
      'ATTESTATION_FAILED',
      'UNSIGNED',
    ]);
  });
});

describe('refused, with nothing written, is', () => {
  const far = (ms: number) => ({ createdAt: new Date(Date.now() + ms).toISOString() });
  test.each<[string, () => Row | Promise<Row>, string, string | undefined]>([
    ['a signature over another title', () => signed('r', {}, { title: 'R' }), 'ATTESTATION_FAILED', 'NO_FIT'],
    ['a signature over another content', () => signed('r', {}, { content: 'R' }), 'ATTESTATION_FAILED', 'NO_FIT'],
    ['a signature over another namespace', () => signed('r', {}, { namespace: 'R' }), 'ATTESTATION_FAILED', 'NO_FIT'],
    ['a signature over another kind', () => signed('r', {}, { kind: 'CLAIM' }), 'ATTESTATION_FAILED', 'NO_FIT'],
    ['a signature over another author', () => signed('r', {}, { agentId: 'bob' }), 'ATTESTATION_FAILED', 'NO_FIT'],
    [
      'a signature over another time',
      () => signed('r', {}, { createdAt: '2020-01-01T00:00:00Z' }),
      'ATTESTATION_FAILED',
      'NO_FIT',
    ],
    [
      'the key of somebody else',
      async () => signed('r', {}, { key: await signerOf(`eve-${home}`) }),
      'ATTESTATION_FAILED',
      'NO_FIT',
    ],
    [
      'a revoked key',
      async () => {
        const gone = await signerOf(who.agentId);
        await gone.revoke();
        return signed('r', {}, { key: gone });
      },
      'ATTESTATION_FAILED',
      'NO_FIT',
    ],
    ['one without createdAt', () => ({ ...signed('r'), createdAt: undefined }), 'BAD_USER_INPUT', 'createdAt'],
    ['one that is 310 s old', () => signed('r', far(-310_000)), 'BAD_USER_INPUT', 'createdAt'],
    ['one that is 310 s ahead', () => signed('r', far(310_000)), 'BAD_USER_INPUT', 'createdAt'],
    ['a time that nobody signed', () => ({ ...signed('r'), signature: undefined }), 'BAD_USER_INPUT', 'createdAt'],
    [
      'a signature of 63 bytes',
      () => ({ ...signed('r'), signature: Buffer.alloc(63).toString('base64') }),
      'BAD_USER_INPUT',
      'signature',
    ],
    ['what is not base64', () => ({ ...signed('r'), signature: '?'.repeat(88) }), 'BAD_USER_INPUT', 'signature'],
  ])('%s', async (_, input, code, what) => {
    const refusal = await refusedUnchanged(home, ann, storeDocument(), { input: await input() });
    expect([refusal.code, refusal.details?.['reason'] ?? refusal.details?.['field']]).toEqual([code, what]);
  });

  test('a title that was signed as it was typed; the answer shows what to sign, and that is taken', async () => {
    const [typed, kept] = [' Gru\u0308\u00dfe ', 'Gr\u00fc\u00dfe'];
    const input = signed(typed, { namespace: `${home}/u\u0308` });
    const { details } = await refusedUnchanged(home, ann, storeDocument(), { input });
    const { content, createdAt } = input;
    const memory = { title: kept, content, namespace: `${home}/\u00fc`, createdAt };
    const bytes = memoryBytes({ ...memory, agentId: who.agentId, memoryKind: 'OBSERVATION' });
    expect(details).toEqual({
      reason: 'NO_FIT',
      agentId: who.agentId,
      signedForm: Buffer.from(bytes).toString('base64'),
    });
    const signature = key.bytes(Buffer.from(details?.['signedForm'] as string, 'base64'));
    expect(await put({ ...input, signature })).toMatchObject({ title: kept, attestLevel: 'SELF_SIGNED' });
  });

  test('a taken title, also where a number would do without a signature', async () => {
    await put(signed('taken'));
    const refusal = await refusedUnchanged(home, ann, storeDocument(), {
      input: { ...signed('taken'), onConflict: 'VERSION' },
    });
    expect(refusal).toMatchObject({ code: 'CONFLICT', details: { reason: 'TITLE_TAKEN' } });
  });

  test('a merge into the memory that has the title', async () => {
    const { id } = await store(ann, { title: 'to merge', namespace: home });
    const refusal = await refusedUnchanged(home, ann, storeDocument(), {
      input: { ...signed('to merge'), onConflict: 'MERGE' },
    });
    expect(refusal).toMatchObject({ code: 'ATTESTATION_FAILED', details: { reason: 'MERGE', existingId: id } });
    expect(await put({ ...signed('nothing to merge'), onConflict: 'MERGE' })).toMatchObject({
      attestLevel: 'SELF_SIGNED',
    });
  });
});

describe('what is changed past the server is found in', () => {
  test.each<[string, string]>([
    ['the content', "m.content = m.content + '.'"],
    ['the title', "m.title = m.title + '.'"],
    ['the author', "m.agentId = 'eve'"],
    ['the namespace', "m.namespace = m.namespace + 'x'"],
    ['the kind', "m.memoryKind = 'CLAIM'"],
    ['the birth', "m.createdAt = localdatetime('2020-01-01T00:00:00')"],
    ['the tags', "m.tags = ['x']"],
    ['the readers', "m.readers = m.readers + 'collective'"],
    ['the signature taken away', 'm.signature = null, m.signedBy = null, m.attestLevel = null'],
    ['the level alone', "m.attestLevel = 'PEER_ATTESTED'"],
  ])('%s', async (name, change) => {
    const { id } = await put(signed(`tampered ${name}`));
    await askGraph(`MATCH (m:MemoryRecord {id: $id}) SET ${change}`, { id });
    expect(await verify(id, admin)).toMatchObject({ status: 'TAMPERED', audit: 'DIFFERS' });
    await askGraph('MATCH (m:MemoryRecord {id: $id}) DETACH DELETE m', { id });
  });

  test('the signature, where the audit chain tells of nothing', async () => {
    const { id } = await put(signed('without a chain'));
    await askGraph("MATCH (m:MemoryRecord {id: $id})<-[of:OF]-() DELETE of SET m.content = 'else'", { id });
    expect(await verify(id)).toMatchObject({ status: 'TAMPERED', signature: 'TAMPERED', audit: 'NOT_AUDITED' });
    await askGraph('MATCH (m:MemoryRecord {id: $id}) DETACH DELETE m', { id });
  });
});

test('what one may not read is not there to be verified', async () => {
  const { id } = await put(signed('private'));
  const stranger = caller({ agentId: `bob-${home}`, namespace: home });
  expect(await stranger.refusal(VERIFY, { id })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await stranger.refusal(VERIFY, { id: 'no-such-memory' })).toMatchObject({ code: 'NOT_FOUND' });
  await ann.run('mutation ($id: ID!) { deleteMemory(id: $id) { deletedId } }', { id });
  expect(await verify(id)).toMatchObject({ status: 'VALID', audit: 'MATCHES' });
});
