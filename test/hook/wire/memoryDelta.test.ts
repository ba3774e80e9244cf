import { describe, expect, test } from '@jest/globals';
import { memoryDeltaFromWire, memoryDeltaToWire, type DeltaFields } from '../../../src/hook/wire/memoryDelta.ts';

describe('a memory delta', () => {
  test.each([
    ['nothing', {}, undefined, {}],
    ['null fields', { title: null, tags: null, metadata: null }, undefined, {}],
    [
      'plain fields',
      { tier: 'MID', title: 't', tags: ['a'], priority: 3, source: 'api' },
      undefined,
      { tier: 'mid', title: 't', tags: ['a'], priority: 3, source: 'api' },
    ],
    [
      'an expiry',
      { expiresAt: new Date('2030-01-01T00:00:00Z') },
      undefined,
      { expires_at: '2030-01-01T00:00:00.000Z' },
    ],
    [
      'author and scope',
      { metadata: { a: 1 }, scope: 'ORG', targetAgentId: 'bob' },
      'ann',
      { metadata: { a: 1, agent_id: 'ann', scope: 'org', target_agent_id: 'bob' } },
    ],
    ['an author that metadata claims', { metadata: { agent_id: 'eve' } }, 'ann', { metadata: { agent_id: 'ann' } }],
  ] as [string, DeltaFields, string | undefined, object][])('is sent with %s', (_, input, agentId, wire) => {
    expect(memoryDeltaToWire(input, agentId)).toEqual(wire);
  });

  test.each([
    ['nothing', {}, {}],
    ['fields', { tier: 'long', title: 't', priority: 3 }, { tier: 'LONG', title: 't', priority: 3 }],
    ['an expiry', { expires_at: '2030-01-01T02:00:00+02:00' }, { expiresAt: new Date('2030-01-01T00:00:00Z') }],
    [
      'metadata with scope, not its author',
      { metadata: { a: 1, scope: 'team', agent_id: 'eve' } },
      { metadata: { a: 1 }, scope: 'TEAM' },
    ],
    ['metadata without scope', { metadata: { a: 1 } }, { metadata: { a: 1 } }],
  ] as const)('sets %s', (_, delta, fields) => {
    expect(memoryDeltaFromWire(delta as never)).toEqual(fields);
  });
});
