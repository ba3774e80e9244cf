import type { Memory } from '../../src/memory/memory.ts';

/** A memory with something in every field, changed where a test says so. */
export function sampleMemory(fields: Partial<Memory> = {}): Memory {
  return {
    ...{
      id: 'm-1',
      tier: 'MID',
      namespace: 'acme/eng',
      title: 'Title',
      content: 'Content',
      tags: ['a', 'b c'],
      priority: 7,
    },
    ...{
      confidence: 0.5,
      source: 'cli',
      accessCount: 3,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
    },
    ...{
      lastAccessedAt: '2026-01-03T00:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
      metadata: { note: { deep: [1, null] } },
    },
    ...{
      reflectionDepth: 2,
      memoryKind: 'PERSONA',
      entityId: 'entity-1',
      personaVersion: 4,
      sourceUri: 'doc:1',
      sourceSpan: { start: 1, end: 9 },
    },
    citations: [
      { uri: 'doc:1', accessedAt: '2026-01-01T00:00:00.000Z', hash: 'ab'.repeat(32), span: { start: 0, end: 5 } },
    ],
    ...{
      confidenceSource: 'AUTO_DERIVED',
      confidenceSignals: { source_age_days: 2 },
      confidenceDecayedAt: '2026-01-04T00:00:00.000Z',
      version: 5,
    },
    ...{ agentId: 'ann', scope: 'PRIVATE', targetAgentId: 'bob', embeddingStatus: 'READY', episode: 'talk' },
    ...{ signature: null, signedBy: null, attestLevel: 'UNSIGNED' },
    ...fields,
  };
}
