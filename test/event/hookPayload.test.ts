import { describe, expect, test } from '@jest/globals';
import { hookCallOf } from '../../src/event/hookPayload.ts';
import type { OutboxEvent } from '../../src/event/outboxEvent.ts';
import { PAYLOAD_CODECS } from '../../src/hook/payload/codec.ts';
import { memoryOf } from './outbox.ts';

const memory = memoryOf({ id: 'm1', agentId: 'author', tags: ['t'], expiresAt: '2026-02-01T00:00:00.000Z' });
const link = {
  relation: 'RELATED_TO',
  sourceId: 'm1',
  targetId: 'm2',
  createdAt: '2026-01-01T00:00:00.000Z',
  observedBy: 'author',
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: null,
  signature: null,
  attestLevel: 'UNSIGNED',
};

function eventOf(type: string, payload: unknown): OutboxEvent {
  return {
    seq: 1,
    type,
    namespace: 'acme',
    at: '2026-01-01T00:00:00.000Z',
    actor: 'a',
    readers: [],
    otherReaders: null,
    memoryIds: [],
    payload,
  };
}

const stored = {
  id: 'm1',
  tier: 'mid',
  memory_kind: 'observation',
  metadata: { agent_id: 'author', scope: 'collective' },
  tags: ['t'],
};

describe('post-hooks hear of', () => {
  test.each([
    ['POST_STORE', { memory, created: true }, 'post_store', stored],
    ['POST_UPDATE', { memory, changed: ['title'] }, 'post_store', stored],
    ['POST_DELETE', { id: 'm1', namespace: 'acme' }, 'post_delete', { id: 'm1' }],
    ['POST_ARCHIVE', { id: 'm1', namespace: 'acme', reason: 'FORGET' }, 'post_delete', { id: 'm1' }],
    ['POST_RESTORE', { memory }, 'post_store', stored],
    [
      'POST_GOVERNANCE_DECISION',
      {
        ...{ namespace: 'acme', action: 'PROMOTE', agentId: 'a', outcome: 'ASK', level: 'APPROVE', reason: 'r' },
        ...{ pendingId: 'p1', memoryId: 'm1' },
      },
      'post_governance_decision',
      {
        ...{ namespace: 'acme', action: 'memory_promote', agent_id: 'a' },
        ...{ outcome: 'ask', reason: 'r', pending_id: 'p1' },
      },
    ],
    [
      'POST_LINK',
      { link },
      'post_link',
      { source_id: 'm1', target_id: 'm2', relation: 'related_to', attest_level: 'unsigned' },
    ],
    [
      'POST_LINK_INVALIDATE',
      { link: { ...link, validUntil: '2026-02-01T00:00:00.000Z' } },
      'post_link',
      { source_id: 'm1', target_id: 'm2', valid_until: '2026-02-01T00:00:00.000Z' },
    ],
    [
      'POST_REFLECT',
      {
        memory,
        sources: [
          { id: 's1', readers: [] },
          { id: 's2', readers: [] },
        ],
        reflectionDepth: 2,
      },
      'post_reflect',
      { id: 'm1', reflection_depth: 2, reflects_on: ['s1', 's2'], namespace: 'acme' },
    ],
    [
      'POST_PROMOTE',
      { id: 'm1', fromTier: 'MID', toTier: 'LONG' },
      'post_promote',
      { id: 'm1', from_tier: 'mid', to_tier: 'long' },
    ],
  ] as const)('%s in the wire names of the hook system', (type, payload, hookEvent, wire) => {
    const call = hookCallOf(eventOf(type, payload));
    expect(call?.event).toBe(hookEvent);
    expect(call?.payload).toMatchObject(wire);
    expect(PAYLOAD_CODECS[hookEvent].payload.parse(call?.payload)).toEqual(call?.payload);
  });

  test.each([
    ['a type without a hook', 'POST_NOTHING', {}],
    ['what expired', 'POST_ARCHIVE', { id: 'm1', namespace: 'acme', reason: 'TTL_EXPIRED' }],
    ['a type named like a part of every object', 'constructor', {}],
    ['a memory that was purged since', 'POST_STORE', { memory: null, created: true }],
  ])('nothing for %s', (_, type, payload) => {
    expect(hookCallOf(eventOf(type, payload))).toBeNull();
  });
});
