import { describe, expect, test } from '@jest/globals';
import { memoryFromWire, memoryToWire } from '../../../src/hook/wire/memory.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { sampleMemory } from '../../memory/sampleMemory.ts';

const FULL = sampleMemory({
  tier: 'LONG',
  tags: ['a'],
  citations: [{ uri: 'doc:1', accessedAt: '2026-01-01T00:00:00.000Z', hash: 'ab', span: { start: 0, end: 5 } }],
  confidenceSignals: { source_age_days: 2, freshness_factor: 1 },
  version: 6,
  scope: 'TEAM',
  episode: 'e',
});

const UNSET: Memory = {
  ...FULL,
  lastAccessedAt: null,
  expiresAt: null,
  entityId: null,
  personaVersion: null,
  sourceUri: null,
  sourceSpan: null,
  confidenceSignals: null,
  confidenceDecayedAt: null,
  targetAgentId: null,
  citations: [{ uri: 'doc:1', accessedAt: '2026-01-01T00:00:00.000Z', hash: null, span: null }],
};

describe('a memory on the wire', () => {
  test('has the 26 fields of the seed in snake_case, author and scope inside the metadata', () => {
    const wire = memoryToWire(FULL);
    expect(Object.keys(wire)).toHaveLength(26);
    expect(wire).toEqual({
      id: 'm-1',
      tier: 'long',
      namespace: 'acme/eng',
      title: 'Title',
      content: 'Content',
      tags: ['a'],
      priority: 7,
      confidence: 0.5,
      source: 'cli',
      access_count: 3,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
      last_accessed_at: '2026-01-03T00:00:00.000Z',
      expires_at: '2027-01-01T00:00:00.000Z',
      metadata: { note: { deep: [1, null] }, agent_id: 'ann', scope: 'team', target_agent_id: 'bob' },
      reflection_depth: 2,
      memory_kind: 'persona',
      entity_id: 'entity-1',
      persona_version: 4,
      citations: [{ uri: 'doc:1', accessed_at: '2026-01-01T00:00:00.000Z', hash: 'ab', span: { start: 0, end: 5 } }],
      source_uri: 'doc:1',
      source_span: { start: 1, end: 9 },
      confidence_source: 'auto_derived',
      confidence_signals: { source_age_days: 2, freshness_factor: 1 },
      confidence_decayed_at: '2026-01-04T00:00:00.000Z',
      version: 6,
    });
  });

  test('leaves out what is unset', () => {
    const wire = memoryToWire(UNSET);
    expect(Object.keys(wire)).toHaveLength(18);
    expect(wire.metadata).toEqual({ note: { deep: [1, null] }, agent_id: 'ann', scope: 'team' });
    expect(wire.citations).toEqual([{ uri: 'doc:1', accessed_at: '2026-01-01T00:00:00.000Z' }]);
  });

  test.each([
    ['full', FULL],
    ['unset', UNSET],
  ])('comes back as it went: %s', (_, memory) => {
    const {
      embeddingStatus: _status,
      episode: _episode,
      signature: _s,
      signedBy: _k,
      attestLevel: _l,
      ...carried
    } = memory;
    expect(memoryFromWire(JSON.parse(JSON.stringify(memoryToWire(memory))))).toEqual(carried);
  });

  test.each([
    ['an offset', { created_at: '2026-01-01T02:00:00+02:00' }, { createdAt: '2026-01-01T00:00:00.000Z' }],
    ['whole seconds', { created_at: '2026-01-01T00:00:00Z' }, { createdAt: '2026-01-01T00:00:00.000Z' }],
    ['no author', { metadata: {} }, { agentId: null, scope: 'PRIVATE', metadata: {} }],
    ['an unknown scope', { metadata: { scope: 'public' } }, { scope: 'PRIVATE' }],
    ['null for unset', { expires_at: null, source_span: null }, { expiresAt: null, sourceSpan: null }],
  ])('is read with %s', (_, wire, memory) => {
    expect(memoryFromWire({ ...memoryToWire(FULL), ...wire })).toMatchObject(memory);
  });

  test.each([
    ['a tier in capitals', { tier: 'LONG' }],
    ['an unknown kind', { memory_kind: 'dream' }],
    ['a bad timestamp', { created_at: 'yesterday' }],
    ['no title', { title: undefined }],
  ])('is refused with %s', (_, wire) => {
    expect(() => memoryFromWire({ ...memoryToWire(FULL), ...wire })).toThrow();
  });
});
