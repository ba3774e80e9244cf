import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { principalOf } from '../../src/agent/principal.ts';
import { revokeAgentKey } from '../../src/agent/revokeKey.ts';
import { fromIso } from '../../src/database/values.ts';
import { invalidateLink } from '../../src/link/invalidate.ts';
import { linkMemories, type LinkEnds } from '../../src/link/link.ts';
import { LINK_RELATIONS, linkKeyOf } from '../../src/link/memoryLink.ts';
import { atomise } from '../../src/memory/atomise.ts';
import { promoteMemory } from '../../src/memory/promote.ts';
import { updateMemory } from '../../src/memory/update.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { Operation } from '../../src/pipeline/operation.ts';
import { reflect } from '../../src/reflection/reflect.ts';
import { reflectionTree } from '../../src/reflection/tree.ts';
import { registerSigningKey } from '../../src/signature/registerSigningKey.ts';
import { DAEMON } from '../../src/signature/signingKey.ts';
import { verifyLinks } from '../../src/signature/verifyLink.ts';
import { log } from '../event/outbox.ts';
import { freshNamespace, WritingServer } from '../database/writingServer.ts';
import { testDatabase } from '../support/database.ts';
import { newSigningKey, signerOf } from '../support/signer.ts';

// What a server does that has a key of its own (SIGNING_KEY).

const key = newSigningKey();
const server = new WritingServer(testDatabase(), { signingKey: key });
const keyless = new WritingServer();
const namespace = `${freshNamespace()}/below`;
beforeAll(() => registerSigningKey(server.database, key, { log, now: new Date() }));
afterAll(async () => {
  await Promise.all([server.close(), keyless.close()]);
});

let count = 0;
const memory = async (more: Record<string, unknown> = {}) =>
  (await server.store(namespace, `title ${++count}`, { force: true, ...more })).id;
const run = <Input, Prepared, Result>(operation: Operation<Input, Prepared, Result>, input: unknown, by = server) =>
  execute(operation, input, by.context);
const pair = async (): Promise<LinkEnds> => ({
  ...{ sourceId: await memory(), targetId: await memory() },
  relation: 'CONTRADICTS',
});
const verify = async (ends: LinkEnds, by = keyless) => (await verifyLinks(by.context, [ends]))[0]!;
const linked = async (ends: LinkEnds, more: Record<string, unknown> = {}, by = server) => {
  await run(linkMemories, { ...ends, ...more }, by);
  return ends;
};
const ended = (ends: LinkEnds, validUntil?: Date, by = server) => run(invalidateLink, { ...ends, validUntil }, by);
/** The links that start at a memory, or end there. */
const linksAt = (id: string) =>
  server.query<LinkEnds>(
    `MATCH (s:MemoryRecord)-[r]->(t:MemoryRecord) WHERE $id IN [s.id, t.id]
     RETURN s.id AS sourceId, t.id AS targetId, type(r) AS relation`,
    { id },
  );
const set = (ends: LinkEnds, properties: Record<string, unknown>) =>
  server.query(
    `MATCH (:MemoryRecord {id: $sourceId})-[r]->(:MemoryRecord {id: $targetId})
     WHERE type(r) = $relation AND r.linkKey = $key SET r += $properties`,
    { ...ends, key: linkKeyOf(ends), properties },
  );

const GOOD = { status: 'VALID', signature: 'VALID', audit: 'MATCHES', attestLevel: 'DAEMON_SIGNED', signedBy: key.id };

/** Each way to make a link; answers a memory at one of its ends. */
const WAYS: Record<string, () => Promise<string>> = {
  linkMemories: async () => (await linked(await pair())).sourceId,
  reflect: async () => {
    const sourceIds = [await memory(), await memory()];
    return (await run(reflect, { sourceIds, title: `on ${++count}`, content: 'r' })).memory!.id;
  },
  atomise: async () => {
    const sentences = Array.from({ length: 40 }, (_, n) => `Sentence ${n} tells that the river rises in month ${n}.`);
    const id = await memory({ content: sentences.join(' ') });
    await run(atomise, { id, maxAtomTokens: 100 });
    return id;
  },
  promoteMemory: async () => {
    const id = await memory();
    await run(promoteMemory, { id, toNamespace: namespace.replace(/\/below$/, '') });
    return id;
  },
  updateMemory: async () => {
    const id = await memory();
    return (await run(updateMemory, { id, fields: { content: 'in its place' }, editSource: 'LLM' })).memory!.id;
  },
};

describe('a link that the server makes', () => {
  test.each(Object.keys(WAYS))('by %s is signed by it', async (way) => {
    const links = await linksAt(await WAYS[way]!());
    expect(links.length).toBeGreaterThan(0);
    const found = await verifyLinks(keyless.context, links);
    expect(found).toEqual(links.map((ends) => expect.objectContaining({ ...ends, ...GOOD, agentId: 'writer' })));
  });

  test('verifies, whatever it says, and whenever it begins and ends', async () => {
    const time = fc.option(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }));
    const [sourceId, targetId] = [await memory(), await memory()];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LINK_RELATIONS), time, time, time, async (relation, from, until, end) => {
        const link = { sourceId, targetId, relation };
        const begins = from ?? new Date();
        const validUntil = until && until > begins ? until : null;
        await linked(link, { validFrom: from, validUntil });
        expect(await verify(link)).toMatchObject(GOOD);
        if (end && end > begins && (!validUntil || end < validUntil)) await ended(link, end);
        expect(await verify(link)).toMatchObject(GOOD);
        await server.query('MATCH (:MemoryRecord {id: $sourceId})-[r]->(:MemoryRecord) DELETE r', { sourceId });
      }),
      { numRuns: 30, endOnFailure: true },
    );
  }, 60_000);

  test.each<[string, unknown]>([
    ['observedBy', 'eve'],
    ['validFrom', fromIso('2020-02-02T00:00:00.000Z')],
    ['validUntil', fromIso('2100-02-02T00:00:00.000Z')],
    ['signature', Buffer.alloc(64).toString('base64')],
    ['signature', 'none'],
    ['signature', null],
    ['signedBy', 'unknown'],
    ['attestLevel', 'UNSIGNED'],
    ['attestLevel', 'SELF_SIGNED'],
  ])('shows the change of its %s to %s', async (name, value) => {
    const link = await linked(await pair());
    await set(link, { [name]: value });
    const found = await verify(link);
    const byKey = name === 'signedBy';
    expect(found).toMatchObject(
      byKey
        ? { status: 'KEY_UNKNOWN', audit: 'MATCHES' }
        : { status: 'TAMPERED', signature: 'TAMPERED', audit: 'DIFFERS' },
    );
  });

  test('is known by its own ends and relation alone', async () => {
    const link = await linked(await pair());
    const other = await memory();
    const forged: LinkEnds[] = [
      { ...link, relation: 'RELATED_TO' },
      { ...link, targetId: other },
      { ...link, sourceId: other },
    ];
    for (const ends of forged)
      await server.query(
        `MATCH (:MemoryRecord {id: $from})-[r:CONTRADICTS {linkKey: $of}]->(), (s:MemoryRecord {id: $sourceId}), (t:MemoryRecord {id: $targetId})
         CREATE (s)-[made:$($relation)]->(t) SET made = r {.*, linkKey: $key}`,
        { ...ends, from: link.sourceId, of: linkKeyOf(link), key: linkKeyOf(ends) },
      );
    const found = await verifyLinks(keyless.context, forged);
    expect(found.map(({ signature, audit }) => [signature, audit])).toEqual(
      forged.map(() => ['TAMPERED', 'NOT_AUDITED']),
    );
  });

  test('shows who signed it in a reflection tree', async () => {
    const id = await WAYS['reflect']!();
    const { nodes } = await run(reflectionTree, { id });
    expect(nodes.map(({ attestLevel }) => attestLevel)).toEqual([null, 'DAEMON_SIGNED', 'DAEMON_SIGNED']);
  });

  test('is not signed by it when its caller did, or where there is no key', async () => {
    const signer = await signerOf(server.context.principal.agentId);
    const link = await pair();
    const validFrom = new Date();
    const signature = signer.link({ ...link, validFrom: validFrom.toISOString() });
    await linked(link, { validFrom, signature });
    expect(await verify(link)).toMatchObject({ ...GOOD, attestLevel: 'SELF_SIGNED', signedBy: signer.keyId });
    expect(await verify(await linked(await pair(), {}, keyless))).toMatchObject({
      ...{ status: 'UNSIGNED', attestLevel: 'UNSIGNED', signedBy: null },
    });
  });
});

describe('a link that is ended', () => {
  const UNSIGNED = { status: 'UNSIGNED', audit: 'MATCHES', attestLevel: 'UNSIGNED', signedBy: null };
  const selfSigned = async () => {
    const signer = await signerOf(server.context.principal.agentId);
    const link = await pair();
    const validFrom = new Date(Date.now() - 1_000);
    return await linked(link, {
      validFrom,
      signature: signer.link({ ...link, validFrom: validFrom.toISOString() }),
    });
  };
  test.each<[string, () => Promise<LinkEnds>, Record<string, unknown>]>([
    ['its own', async () => linked(await pair()), GOOD],
    ['that its caller signed', selfSigned, GOOD],
    ['that nobody signed', async () => linked(await pair(), {}, keyless), UNSIGNED],
    [
      'that was changed past it',
      async () => {
        const link = await linked(await pair());
        await set(link, { observedBy: 'eve' });
        return link;
      },
      UNSIGNED,
    ],
  ])('%s', async (_, make, expected) => {
    const link = await make();
    const { link: told } = await ended(link);
    const found = await verify(link);
    expect(found).toMatchObject(expected);
    expect(told).toMatchObject({ attestLevel: expected['attestLevel'], validUntil: found.link.validUntil });
  });

  test('by a server without a key is unsigned', async () => {
    const link = await linked(await pair());
    await ended(link, undefined, keyless);
    expect(await verify(link)).toMatchObject(UNSIGNED);
  });

  test('by many at once, ever earlier, stays signed', async () => {
    const link = await linked(await pair());
    const from = Date.now() + 100_000;
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => ended(link, new Date(from - n * 1_000)).catch(() => undefined)),
    );
    const found = await verify(link);
    expect(found).toMatchObject(GOOD);
    expect(found.link.validUntil).not.toBeNull();
  });
});

describe('the key of a server', () => {
  const keysOfDaemon = (ids: readonly string[]) =>
    server.query<{ id: string; publicKey: string; agents: number }>(
      `MATCH (k:AgentKey) WHERE k.id IN $ids
       RETURN k.id AS id, k.publicKey AS publicKey, COUNT { (:Agent {agentId: $daemon})-[:HAS_KEY]->(k) } AS agents ORDER BY k.publicKey`,
      { ids, daemon: DAEMON },
    );

  test('is known once, whoever starts with it at the same time, and each other key beside it', async () => {
    const keys = [newSigningKey(), newSigningKey()];
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        registerSigningKey([server, keyless][n % 3 && 1]!.database, keys[n % 2]!, { log, now: new Date() }),
      ),
    );
    const known = keys.map(({ id, publicKey }) => ({ id, publicKey, agents: 1 }));
    expect(await keysOfDaemon(keys.map(({ id }) => id))).toEqual(
      known.sort((a, b) => (a.publicKey < b.publicKey ? -1 : 1)),
    );
    const [{ agents }] = (await server.query<{ agents: number }>(
      'MATCH (a:Agent {agentId: $daemon}) RETURN count(a) AS agents',
      { daemon: DAEMON },
    )) as [{ agents: number }];
    expect(agents).toBe(1);
  });

  test('that is not registered here is unknown', async () => {
    const stranger = newSigningKey();
    const other = new WritingServer(testDatabase(), { signingKey: stranger });
    try {
      const link = await linked(await pair(), {}, other);
      expect(await verify(link)).toMatchObject({ status: 'KEY_UNKNOWN', signedBy: stranger.id });
      await registerSigningKey(server.database, stranger, { log, now: new Date() });
      expect(await verify(link)).toMatchObject({ status: 'VALID' });
    } finally {
      await other.close();
    }
  });

  test('is not taken for another that was put in its place', async () => {
    const [given, forger] = [newSigningKey(), newSigningKey()];
    await registerSigningKey(server.database, given, { log, now: new Date() });
    const other = new WritingServer(testDatabase(), { signingKey: { ...forger, id: given.id } });
    try {
      const link = await linked(await pair(), {}, other);
      expect(await verify(link)).toMatchObject({ signature: 'TAMPERED' });
      await server.query('MATCH (k:AgentKey {id: $id}) SET k.publicKey = $publicKey', {
        id: given.id,
        publicKey: forger.publicKey,
      });
      expect(await verify(link)).toMatchObject({ signature: 'TAMPERED' });
    } finally {
      await other.close();
    }
  });

  test('is revoked by an admin: what it signed before holds, what it signs then does not, and no server starts with it', async () => {
    const revoked = newSigningKey();
    await registerSigningKey(server.database, revoked, { log, now: new Date() });
    const other = new WritingServer(testDatabase(), { signingKey: revoked });
    try {
      const [before, after] = [await linked(await pair(), {}, other), await pair()];
      const still = await linked(await pair(), {}, other);
      const input = { agentId: DAEMON, keyId: revoked.id };
      const agent = { ...server.context, principal: principalOf('ann', namespace, ['agent']) };
      await expect(execute(revokeAgentKey, input, agent)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await run(revokeAgentKey, input);
      await linked(after, {}, other);
      await ended(still, undefined, other);
      expect(await verify(before)).toMatchObject({ status: 'VALID', keyRevokedAt: expect.any(String) });
      expect(await verify(after)).toMatchObject({ status: 'KEY_REVOKED' });
      expect(await verify(still)).toMatchObject({ status: 'KEY_REVOKED' });
    } finally {
      await other.close();
    }
    await expect(registerSigningKey(server.database, revoked, { log, now: new Date() })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining(`SIGNING_KEY was revoked at 2`),
      advice: expect.stringContaining('another key'),
    });
  });
});
