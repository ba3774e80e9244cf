import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Kind, parse, type ObjectTypeDefinitionNode } from 'graphql';
import { readerOf } from '../../src/governance/audience.ts';
import { decodeCursor } from '../../src/event/cursor.ts';
import { caughtUpEvent, DURABLE_TYPES, toGraphEvent } from '../../src/event/graphEvent.ts';
import type { OutboxEvent } from '../../src/event/outboxEvent.ts';
import { toReadGraphEvent } from '../../src/event/readEvents.ts';
import { agent, memoryOf } from './outbox.ts';

const read = (name: string) => readFileSync(new URL(`../../schema/${name}.graphql`, import.meta.url), 'utf8');
const document = parse(`${read('event')}\n${read('pending')}`);
const SDL = new Map(
  document.definitions
    .filter((node): node is ObjectTypeDefinitionNode => node.kind === Kind.OBJECT_TYPE_DEFINITION)
    .map((node) => [node.name.value, (node.fields ?? []).map(({ name }) => name.value)]),
);

const reader = readerOf(agent('me', 'acme/eng'));
const memory = memoryOf({ id: 'm1' });
const link = { relation: 'RELATED_TO', sourceId: 'm1', targetId: 'm2', createdAt: '2026-01-01T00:00:00.000Z' };

const pending = {
  ...{ id: 'p1', action: 'STORE', status: 'PENDING', namespace: 'acme', memoryId: null, requestedBy: 'author' },
  ...{ requestedAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-02T00:00:00.000Z' },
  approver: { kind: 'CONSENSUS', agentId: null, count: 2 },
  approvals: [{ agentId: 'one', approvedAt: '2026-01-01T00:00:00.000Z' }],
  ...{ votesNeeded: 1, decidedBy: null, decidedAt: null, reason: 'asked', failure: null },
};

function eventOf(type: string, payload: unknown): OutboxEvent {
  return {
    seq: 42,
    type,
    namespace: 'acme',
    at: '2026-01-01T00:00:00.000Z',
    actor: 'author',
    readers: ['collective'],
    otherReaders: null,
    memoryIds: ['m1'],
    payload,
  };
}

const CASES = [
  ['POST_STORE', { memory, created: true }, 'PostStoreEvent', { memory }],
  ['POST_STORE', { memory: null, created: true }, 'PostStoreEvent', { memory: null }],
  ['POST_UPDATE', { memory, changed: ['title'], before: {} }, 'PostUpdateEvent', { memory, changed: ['title'] }],
  ['POST_DELETE', { id: 'm1', namespace: 'acme' }, 'PostDeleteEvent', { memoryId: 'm1' }],
  ['POST_RESTORE', { memory }, 'PostRestoreEvent', { memory }],
  ['POST_LINK', { link, properties: {} }, 'PostLinkEvent', { link }],
  ['POST_LINK_INVALIDATE', { link, previous: {} }, 'PostLinkInvalidateEvent', { link }],
  [
    'POST_PROMOTE',
    { id: 'm1', fromTier: 'MID', toTier: 'LONG' },
    'PostPromoteEvent',
    { memoryId: 'm1', fromTier: 'MID', toTier: 'LONG', toNamespace: null, memory: null },
  ],
  [
    'POST_PROMOTE',
    { id: 'm0', fromTier: 'MID', toTier: 'MID', toNamespace: 'acme', memory },
    'PostPromoteEvent',
    { memoryId: 'm0', fromTier: 'MID', toTier: 'MID', toNamespace: 'acme', memory },
  ],
  [
    'POST_GOVERNANCE_DECISION',
    {
      ...{ namespace: 'acme', action: 'DELETE', agentId: 'a', outcome: 'DENY', level: 'OWNER', reason: 'r' },
      ...{ pendingId: null, memoryId: 'm1' },
    },
    'PostGovernanceDecisionEvent',
    {
      ...{ action: 'DELETE', agentId: 'a', outcome: 'DENY', level: 'OWNER', reason: 'r' },
      ...{ pendingId: null, memoryId: 'm1' },
    },
  ],
  ['POST_ARCHIVE', { id: 'm1', reason: 'SUPERSEDED' }, 'PostArchiveEvent', { memoryId: 'm1', reason: 'SUPERSEDED' }],
  [
    'POST_REFLECT',
    {
      memory,
      sources: [
        { id: 's1', readers: ['private·me'] },
        { id: 's2', readers: ['private·you'] },
        { id: 's3', readers: ['collective'] },
      ],
      reflectionDepth: 2,
    },
    'PostReflectEvent',
    { memory, reflectsOn: ['s1', 's3'], reflectionDepth: 2 },
  ],
  [
    'PENDING_ACTION_CHANGED',
    { change: 'VOTED', pending },
    'PendingActionChangedEvent',
    { change: 'VOTED', actionId: 'p1', action: 'STORE', status: 'PENDING', votesNeeded: 1 },
  ],
] as const;

describe('an event of the outbox becomes', () => {
  test.each(CASES)(
    '%s: its type in the schema, with all its fields and no other',
    (type, payload, typename, fields) => {
      const event = toGraphEvent(eventOf(type, payload), reader);
      expect(event).toMatchObject({ __typename: typename, type, namespace: 'acme', actor: 'author', ...fields });
      expect(decodeCursor(event.cursor)).toBe(42);
      const { __typename, ...rest } = event;
      expect(Object.keys(rest).sort()).toEqual([...(SDL.get(__typename) ?? [])].sort());
    },
  );

  test('every durable type has a case here', () => {
    expect(new Set(CASES.map(([type]) => type))).toEqual(DURABLE_TYPES);
  });
});

describe('events that are not in the outbox', () => {
  const answered = { namespace: 'acme', at: '2026-01-01T00:00:00.000Z', actor: 'me', query: 'why', memoryIds: ['m1'] };

  test.each([
    [caughtUpEvent(42, null, new Date()), 'CaughtUpEvent'],
    [toReadGraphEvent({ ...answered, type: 'POST_RECALL', recallId: 'r1', tokensUsed: 3 }), 'PostRecallEvent'],
    [toReadGraphEvent({ ...answered, type: 'POST_SEARCH' }), 'PostSearchEvent'],
  ])('have the fields of their type: %#', ({ __typename, ...rest }, typename) => {
    expect(__typename).toBe(typename);
    expect(Object.keys(rest).sort()).toEqual([...(SDL.get(typename) ?? [])].sort());
  });

  test('CAUGHT_UP names the place and the namespace asked for, reads have no cursor', () => {
    expect(decodeCursor(caughtUpEvent(42, 'acme', new Date()).cursor)).toBe(42);
    expect(caughtUpEvent(42, 'acme', new Date())).toMatchObject({ type: 'CAUGHT_UP', namespace: 'acme', actor: null });
    expect(caughtUpEvent(42, null, new Date()).namespace).toBe('');
    expect(toReadGraphEvent({ ...answered, type: 'POST_SEARCH' }).cursor).toBe('');
  });
});
