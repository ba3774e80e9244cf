import { afterAll, describe, expect, test } from '@jest/globals';
import type { OperationContext } from '../../src/pipeline/operation.ts';
import { principalOf } from '../../src/agent/principal.ts';
import { linkMemories, type LinkInput } from '../../src/link/link.ts';
import { refuseOtherTime } from '../../src/memory/signedStore.ts';
import { storeMemory } from '../../src/memory/store.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { freshNamespace, WritingServer } from '../database/writingServer.ts';
import { parseStore } from '../memory/parseStore.ts';
import { signerOf } from '../support/signer.ts';

const server = new WritingServer();
afterAll(() => server.close());

describe('where every store must be signed', () => {
  const context: OperationContext = {
    ...server.context,
    services: { ...server.context.services, attestationRequired: true },
  };
  const namespace = freshNamespace();

  test('one without a signature is refused, and one with it stored', async () => {
    const input = { title: 'a title', content: 'content', namespace, createdAt: new Date().toISOString() };
    await expect(
      execute(storeMemory, { title: 'a title', content: 'content', namespace }, context),
    ).rejects.toMatchObject({
      code: 'ATTESTATION_FAILED',
      details: { reason: 'SIGNATURE_REQUIRED' },
    });
    const signer = await signerOf(context.principal.agentId);
    const { memory } = await execute(storeMemory, { ...input, signature: signer.memory(input) }, context);
    expect(memory).toMatchObject({ attestLevel: 'SELF_SIGNED', signedBy: signer.keyId });
    expect(await server.events(namespace)).toHaveLength(1);
  });
});

describe('a hook', () => {
  const signature = Buffer.alloc(64).toString('base64');
  const [storeHook] = storeMemory.preHooks;
  const [linkHook] = linkMemories.preHooks;
  const store = parseStore({ title: 'title', content: 'content', createdAt: '2026-01-01T00:00:00Z', signature });
  const link = { sourceId: 'a', targetId: 'b', relation: 'RELATED_TO', signature } as LinkInput;
  const refusal = (fields: string[]) =>
    expect.objectContaining({ code: 'ATTESTATION_FAILED', details: { reason: 'CHANGED_BY_HOOK', fields } });

  test.each<[string, object, string[]]>([
    ['the title', { title: 'other' }, ['title']],
    ['the content and the namespace', { content: 'other', namespace: 'other' }, ['namespace', 'content']],
  ])('that changes %s of a signed memory is named in the refusal', (_, delta, fields) => {
    expect(() => storeHook!.apply(store, delta as never)).toThrow(refusal(fields));
  });

  test('may change what is not signed, and what nobody signed', () => {
    expect(storeHook!.apply(store, { tags: ['a'], title: 'title' })).toMatchObject({ tags: ['a'], signature });
    expect(storeHook!.apply({ ...store, signature: null }, { title: 'other' })).toMatchObject({ title: 'other' });
  });

  test('that changes what a signed link says is named in the refusal', () => {
    expect(() => linkHook!.apply(link, { relation: 'supersedes' })).toThrow(refusal(['relation']));
    expect(linkHook!.apply(link, { relation: 'related_to' })).toMatchObject({ relation: 'RELATED_TO' });
    expect(linkHook!.apply({ ...link, signature: null }, { target_id: 'c' })).toMatchObject({ targetId: 'c' });
  });
});

test('a time is judged when a store is asked for, not when it is approved', () => {
  const signature = Buffer.alloc(64).toString('base64');
  const input = parseStore({ title: 't', content: 'c', createdAt: '2026-01-01T00:00:00Z', signature });
  const context = { ...server.context, principal: principalOf('ann', 'global', ['agent']) };
  expect(() => refuseOtherTime(context, input)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
  const approval = { id: 'p', decidedBy: 'bob', token: 't' };
  expect(() => refuseOtherTime({ ...context, approval }, input)).not.toThrow();
});
