import { randomUUID } from 'node:crypto';
import type { Session } from 'neo4j-driver';
import { integer, toLocalDateTime, vectorParameter } from '../../src/database/values.ts';
import { asSent, SINGLE_PARAMETER } from '../../src/database/singleParameter.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { toRecord } from '../../src/memory/record.ts';

/** A memory as the server would make it, for statements run by the plain driver. */
export function plainMemory(
  title: string,
  content: string,
  namespace = 'global',
  scope: Memory['scope'] = 'PRIVATE',
): Memory {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    tier: 'LONG',
    namespace,
    title,
    content,
    tags: [],
    priority: 5,
    confidence: 1,
    source: 'api',
    accessCount: 0,
    createdAt: now,
    updatedAt: now,
    lastAccessedAt: null,
    expiresAt: null,
    metadata: {},
    reflectionDepth: 0,
    memoryKind: 'OBSERVATION',
    entityId: null,
    personaVersion: null,
    citations: [],
    sourceUri: null,
    sourceSpan: null,
    confidenceSource: 'CALLER_PROVIDED',
    confidenceSignals: null,
    confidenceDecayedAt: null,
    version: 1,
    agentId: 'local',
    scope,
    targetAgentId: null,
    embeddingStatus: 'READY',
    episode: null,
    signature: null,
    signedBy: null,
    attestLevel: 'UNSIGNED',
  };
}

/** Stores memories, with vectors or without, by the server's own statements and the plain driver, with their events, in one transaction. */
export async function storePlainly(
  session: Session,
  memories: readonly Memory[],
  vectors: readonly (readonly number[])[],
): Promise<void> {
  const now = toLocalDateTime(new Date());
  await session.executeWrite(async (transaction) => {
    await transaction.run(asSent('memory/store'), {
      [SINGLE_PARAMETER]: {
        now,
        rows: memories.map((memory, index) => ({
          index: integer(index),
          record: toRecord(memory, { embeddingModel: 'bench', episodeKey: null }),
          vector: vectors[index] === undefined ? null : vectorParameter(vectors[index]),
          onConflict: 'ERROR',
          follows: null,
          reader: { all: true, tokens: [] },
        })),
      },
    });
    await transaction.run(asSent('event/append'), {
      [SINGLE_PARAMETER]: {
        events: memories.map((memory) => ({
          id: randomUUID(),
          type: 'POST_STORE',
          namespace: memory.namespace,
          actor: 'local',
          readers: [],
          memoryIds: [memory.id],
          payload: JSON.stringify({ memory, created: true }),
          at: now,
        })),
      },
    });
  });
}
