import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, LINK, link, reflect, store, type Row } from '../support/memories.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';
import { signerOf, type Signer } from '../support/signer.ts';

const home = freshNamespace('signed-link');
const who = { agentId: `ann-${home}`, namespace: home };
const ann = caller(who);
const VERIFY = `query ($input: LinkRefInput!) { verifyLink(input: $input) {
  sourceId targetId relation status signature audit signedBy agentId keyRevokedAt } }`;
const VERIFY_TREE = `query ($id: ID!, $maxDepth: Int) { verifyReflectionTree(id: $id, maxDepth: $maxDepth) {
  status truncated nodes { memoryId status audit } links { sourceId targetId status audit } } }`;
let key: Signer;
let count = 0;
beforeAll(async () => {
  key = await signerOf(who.agentId);
});

const memory = async () => (await store(ann, { title: `end ${++count}`, namespace: home }))['id'] as string;
const verify = async (input: Row, client = ann) => (await client.run<Row>(VERIFY, { input }))['verifyLink'] as Row;
const verifyTree = async (id: string, maxDepth?: number) =>
  (await ann.run<Row>(VERIFY_TREE, { id, maxDepth }))['verifyReflectionTree'] as Row;

/** An input with a signature over it, or over what differs from it. */
async function signed(more: Row = {}, over: Row = {}): Promise<Row> {
  const input = {
    ...{ sourceId: await memory(), targetId: await memory(), relation: 'CONTRADICTS' },
    validFrom: '2026-01-01T01:00:00+01:00',
    ...more,
  };
  const { sourceId, targetId, relation, validFrom, validUntil, observedBy } = { ...input, ...over } as Row;
  const signature = key.link({
    ...{ sourceId, targetId, relation },
    validFrom: new Date(validFrom).toISOString(),
    validUntil: validUntil === undefined ? null : new Date(validUntil).toISOString(),
    ...(observedBy === undefined ? {} : { observedBy }),
  });
  return { ...input, signature };
}

const put = async (input: Row) => (await ann.run<Row>(LINK, { input }))['linkMemories'].link as Row;
const endsOf = ({ sourceId, targetId, relation }: Row): Row => ({ sourceId, targetId, relation });

describe('a signed link', () => {
  test.each<[string, Row]>([
    ['that is open', {}],
    ['that ends', { validUntil: '2030-01-01T00:00:00Z' }],
  ])('%s keeps its signature and verifies', async (_, more) => {
    const input = await signed(more);
    expect(await put(input)).toMatchObject({ signature: input['signature'], attestLevel: 'SELF_SIGNED' });
    expect(await verify(endsOf(input))).toEqual({
      ...endsOf(input),
      ...{ status: 'VALID', signature: 'VALID', audit: 'MATCHES', signedBy: key.keyId, agentId: who.agentId },
      keyRevokedAt: null,
    });
  });

  test('is unsigned once it is ended', async () => {
    const input = await signed();
    await put(input);
    await ann.run('mutation ($input: LinkRefInput!) { invalidateLink(input: $input) { created } }', {
      input: endsOf(input),
    });
    expect(await verify(endsOf(input))).toMatchObject({ status: 'UNSIGNED', audit: 'MATCHES', signedBy: null });
    const again = await signed({ ...endsOf(input), validFrom: new Date(Date.now() + 1_000).toISOString() });
    expect(await put(again)).toMatchObject({ attestLevel: 'SELF_SIGNED' });
    expect(await verify(endsOf(input))).toMatchObject({ status: 'VALID', audit: 'MATCHES' });
  });
});

describe('refused, with nothing written, is', () => {
  test.each<[string, () => Promise<Row>, string, string]>([
    [
      'a signature over the way back',
      async () => {
        const input = await signed();
        return { ...input, sourceId: input['targetId'], targetId: input['sourceId'] };
      },
      'ATTESTATION_FAILED',
      'NO_FIT',
    ],
    ['a signature over another relation', () => signed({}, { relation: 'RELATED_TO' }), 'ATTESTATION_FAILED', 'NO_FIT'],
    [
      'a signature over another beginning',
      () => signed({}, { validFrom: '2020-01-01T00:00:00Z' }),
      'ATTESTATION_FAILED',
      'NO_FIT',
    ],
    [
      'a signature over another end',
      () => signed({}, { validUntil: '2030-01-01T00:00:00Z' }),
      'ATTESTATION_FAILED',
      'NO_FIT',
    ],
    ['a signature over another observer', () => signed({}, { observedBy: 'eve' }), 'ATTESTATION_FAILED', 'NO_FIT'],
    [
      'one without validFrom',
      async () => ({ ...(await signed()), validFrom: undefined }),
      'BAD_USER_INPUT',
      'validFrom',
    ],
    ['what is no signature', async () => ({ ...(await signed()), signature: 'c2ln' }), 'BAD_USER_INPUT', 'signature'],
  ])('%s', async (_, input, code, what) => {
    const refusal = await refusedUnchanged(home, ann, LINK, { input: await input() });
    expect([refusal.code, refusal.details?.['reason'] ?? refusal.details?.['field']]).toEqual([code, what]);
  });
});

describe('what is changed past the server is found in', () => {
  const MATCH = 'MATCH (s:MemoryRecord {id: $sourceId})-[r:CONTRADICTS]->(t:MemoryRecord {id: $targetId})';
  test.each<[string, string, boolean]>([
    ['the beginning', `${MATCH} SET r.validFrom = localdatetime('2020-01-01T00:00:00')`, true],
    ['the end', `${MATCH} SET r.validUntil = localdatetime('2030-01-01T00:00:00')`, true],
    ['the observer', `${MATCH} SET r.observedBy = 'eve'`, true],
    ['the signature', `${MATCH} SET r.signature = null`, true],
    ['the link taken away', `${MATCH} DELETE r`, true],
    ['the observer of an unsigned link', `${MATCH} SET r.observedBy = 'eve'`, false],
    ['an unsigned link taken away', `${MATCH} DELETE r`, false],
  ])('%s', async (_, change, isSigned) => {
    const input = await signed();
    await put(isSigned ? input : { ...input, signature: undefined });
    await askGraph(change, endsOf(input));
    expect(await verify(endsOf(input))).toMatchObject({ status: 'TAMPERED', audit: 'DIFFERS' });
  });

  test('the end that a link was moved to', async () => {
    const input = await signed();
    await put(input);
    const moved = { ...endsOf(input), targetId: await memory() };
    await askGraph(
      `${MATCH} MATCH (o:MemoryRecord {id: $other}) WITH s, o, r, r {.*, linkKey: $key} AS kept DELETE r
       CREATE (s)-[n:CONTRADICTS]->(o) SET n = kept`,
      { ...endsOf(input), other: moved.targetId, key: `${input['sourceId']}|CONTRADICTS|${moved.targetId}` },
    );
    expect(await verify(moved)).toMatchObject({ status: 'TAMPERED', signature: 'TAMPERED', audit: 'NOT_AUDITED' });
    expect(await verify(endsOf(input))).toMatchObject({ status: 'TAMPERED', audit: 'DIFFERS' });
  });
});

test('a link that is not there, or ends where one may not read, is not found', async () => {
  const input = await signed();
  expect(await ann.refusal(VERIFY, { input: endsOf(input) })).toMatchObject({ code: 'NOT_FOUND' });
  await put(input);
  const stranger = caller({ agentId: `bob-${home}`, namespace: home });
  expect(await stranger.refusal(VERIFY, { input: endsOf(input) })).toMatchObject({ code: 'NOT_FOUND' });
});

describe('a reflection chain', () => {
  /** Two sources, a reflection on both, and one on that. */
  async function chain() {
    const sources = [await memory(), await memory()];
    const middle = (await reflect(ann, sources, `middle ${++count}`))['id'] as string;
    const top = (await reflect(ann, [middle], `top ${++count}`))['id'] as string;
    return { sources, middle, top };
  }

  test('is verified node by node and link by link', async () => {
    const { sources, middle, top } = await chain();
    const found = await verifyTree(top);
    expect(found).toMatchObject({ status: 'UNSIGNED', truncated: false });
    expect(found['nodes'].map(({ memoryId }: Row) => memoryId)).toEqual([top, middle, ...[...sources].sort()]);
    expect(new Set([...found['nodes'], ...found['links']].map(({ audit }: Row) => audit as string))).toEqual(
      new Set(['MATCHES']),
    );
    expect(found['links']).toHaveLength(3);
    expect(await verifyTree(top, 1)).toMatchObject({
      truncated: true,
      nodes: [{ memoryId: top }, { memoryId: middle }],
      links: [{ sourceId: top }],
    });
  });

  test.each<[string, string]>([
    ['a source', "MATCH (m:MemoryRecord {id: $source}) SET m.content = 'else'"],
    [
      'a link',
      "MATCH (:MemoryRecord {id: $middle})-[r:REFLECTS_ON]->(:MemoryRecord {id: $source}) SET r.observedBy = 'eve'",
    ],
    [
      'a link taken away',
      'MATCH (:MemoryRecord {id: $middle})-[r:REFLECTS_ON]->(:MemoryRecord {id: $source}) DELETE r',
    ],
    [
      'a link put in',
      "MATCH (a:MemoryRecord {id: $top}), (b:MemoryRecord {id: $source}) CREATE (a)-[:REFLECTS_ON {linkKey: 'x', createdAt: localdatetime()}]->(b)",
    ],
  ])('shows the change of %s', async (_, change) => {
    const { sources, middle, top } = await chain();
    await askGraph(change, { source: sources[0], middle, top });
    expect(await verifyTree(top)).toMatchObject({ status: 'TAMPERED' });
  });

  test('is not found by who may not read it', async () => {
    const { top } = await chain();
    const stranger = caller({ agentId: `bob-${home}`, namespace: home });
    expect(await stranger.refusal(VERIFY_TREE, { id: top })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a link made with the one that ended before stays known', async () => {
  const [a, b] = [await memory(), await memory()];
  await link(ann, a, b, 'RELATED_TO', { validFrom: '2020-01-01T00:00:00Z', validUntil: '2021-01-01T00:00:00Z' });
  await link(ann, a, b, 'RELATED_TO', { validFrom: '2022-01-01T00:00:00Z' });
  expect(await verify({ sourceId: a, targetId: b, relation: 'RELATED_TO' })).toMatchObject({
    status: 'UNSIGNED',
    audit: 'MATCHES',
  });
});
