import { describe, expect, test } from '@jest/globals';
import { readerOf } from '../../src/governance/audience.ts';
import { checkedNamespace, isVisible } from '../../src/event/visible.ts';
import type { OutboxEvent } from '../../src/event/outboxEvent.ts';
import { agent } from './outbox.ts';

function eventWith(fields: Partial<OutboxEvent>): OutboxEvent {
  return {
    seq: 1,
    type: 'POST_LINK',
    namespace: 'acme/eng',
    at: '2026-01-01T00:00:00.000Z',
    actor: 'author',
    readers: ['collective'],
    otherReaders: null,
    memoryIds: [],
    payload: {},
    ...fields,
  };
}

const TYPES = new Set(['POST_LINK']);

describe('an event is seen', () => {
  test.each([
    ['collective', { readers: ['collective'] }, true],
    ['private to the reader', { readers: ['private·me', 'at·acme/eng'] }, true],
    ['private to another', { readers: ['private·you', 'at·acme/eng'] }, false],
    ['of the team the reader is in', { readers: ['team·acme/eng', 'team·acme'] }, true],
    ['of another team', { readers: ['team·other/eng', 'team·other'] }, false],
    ['of nobody', { readers: [] }, false],
    ['a link whose two ends may be seen', { otherReaders: ['private·me'] }, true],
    ['a link whose other end is hidden', { otherReaders: ['private·you'] }, false],
    ['a link whose first end is hidden', { readers: ['private·you'], otherReaders: ['collective'] }, false],
    ['of a type not asked for', { type: 'POST_STORE' }, false],
  ])('or not: %s', (_, fields, seen) => {
    const reader = readerOf(agent('me', 'acme/eng/backend'));
    expect(isVisible(eventWith(fields), { reader, types: TYPES, namespace: null })).toBe(seen);
  });

  test('by an admin whoever its readers are', () => {
    const reader = readerOf(agent('root', 'global', ['admin']));
    const event = eventWith({ readers: ['private·you'], otherReaders: ['private·them'] });
    expect(isVisible(event, { reader, types: TYPES, namespace: null })).toBe(true);
  });

  test.each([
    ['acme', true],
    ['acme/eng', true],
    ['acme/eng/backend', false],
    ['acme/en', false],
    ['ac', false],
    [null, true],
  ])('in the subtree %s: %s', (namespace, seen) => {
    expect(isVisible(eventWith({}), { reader: readerOf(agent()), types: TYPES, namespace })).toBe(seen);
  });
});

describe('the namespace argument', () => {
  test.each([
    [undefined, null],
    [null, null],
    ['acme/eng', 'acme/eng'],
  ])('%s means %s', (given, meant) => {
    expect(checkedNamespace(given)).toBe(meant);
  });

  test.each(['', '/acme', 'acme/', 'a//b', 'a b', 'x'.repeat(513)])('%j is refused', (given) => {
    expect(() => checkedNamespace(given)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', details: expect.objectContaining({ field: 'namespace' }) }),
    );
  });
});
