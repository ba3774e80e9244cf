import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Principal, Role } from '../../src/agent/principal.ts';
import { principalOf } from '../../src/agent/principal.ts';
import { Database } from '../../src/database/database.ts';
import { toLocalDateTime } from '../../src/database/values.ts';
import type { EventDraft } from '../../src/database/writer.ts';
import type { GraphEvent } from '../../src/event/graphEvent.ts';
import type { OutboxEvent } from '../../src/event/outboxEvent.ts';
import { OutboxTail, type TailListener } from '../../src/event/outboxTail.ts';
import { ReadEvents } from '../../src/event/readEvents.ts';
import type { EventSources } from '../../src/event/subscribe.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';

/** Says nothing unless `TEST_LOG_LEVEL` is set. */
export const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });

/** A database as one server has it. */
export function openDatabase(address: TestDatabase = testDatabase()): Database {
  return new Database({ ...address, database: 'neo4j' }, { transactionTimeoutMs: 15_000 });
}

/** What one server feeds its subscriptions from. */
export function sourcesOf(database: Database, pollMs = 50): EventSources {
  return {
    database,
    tail: new OutboxTail(database, { log, pollMs }),
    reads: new ReadEvents(),
    log,
    clock: () => new Date(),
  };
}

/** A namespace that no other test uses. */
export function freshNamespace(): string {
  return `event-test/${randomUUID()}`;
}

/** An agent of no special place. */
export function agent(agentId = 'reader', home = 'global', roles: Role[] = ['agent']): Principal {
  return principalOf(agentId, home, roles);
}

/** A memory with everything set that must be. */
export function memoryOf(fields: Partial<Memory> = {}): Memory {
  return {
    id: randomUUID(),
    tier: 'MID',
    namespace: 'a',
    title: 'title',
    content: 'content',
    tags: [],
    priority: 5,
    confidence: 1,
    source: 'api',
    accessCount: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
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
    confidenceSource: 'DEFAULT',
    confidenceSignals: null,
    confidenceDecayedAt: null,
    version: 1,
    agentId: 'author',
    scope: 'COLLECTIVE',
    targetAgentId: null,
    embeddingStatus: 'NONE',
    episode: null,
    signature: null,
    signedBy: null,
    attestLevel: 'UNSIGNED',
    ...fields,
  };
}

/** A deletion named `id`, readable by everyone: the smallest event. */
export function deletion(namespace: string, id: string, fields: Partial<EventDraft> = {}): EventDraft {
  return {
    type: 'POST_DELETE',
    namespace,
    actor: 'author',
    readers: ['collective'],
    memoryIds: [id],
    payload: { id, namespace },
    ...fields,
  };
}

/** Commits events in one transaction, as the writer does; their places. */
export async function append(database: Database, drafts: readonly EventDraft[], at = new Date()): Promise<number[]> {
  const events = drafts.map(({ payload, ...draft }) => ({
    ...draft,
    id: randomUUID(),
    at: toLocalDateTime(at),
    payload: JSON.stringify(payload),
  }));
  const rows = await database.write((run) => run<{ seq: number }>('event/append', { events }));
  return rows.map(({ seq }) => seq);
}

/** Takes so many values from an iterator. */
export async function take<Value>(iterator: AsyncIterator<Value>, count: number): Promise<Value[]> {
  const values: Value[] = [];
  while (values.length < count) {
    const { done, value } = await iterator.next();
    if (done) throw new Error(`ended after ${values.length} of ${count} values`);
    values.push(value);
  }
  return values;
}

/** What an event is about, for lists that are easy to compare: the id of a deletion, else the type. */
export function nameOf(event: GraphEvent): string {
  return typeof event['memoryId'] === 'string' ? event['memoryId'] : event.type;
}

/** Waits until something is true, at most a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await condition());) {
    if (Date.now() > end) throw new Error('waited for too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Keeps everything a tail says. */
export class Recorder implements TailListener {
  readonly restarts: number[] = [];
  readonly events: OutboxEvent[] = [];
  ended = false;

  restart(position: number): void {
    this.restarts.push(position);
  }

  push(events: readonly OutboxEvent[]): void {
    this.events.push(...events);
  }

  end(): void {
    this.ended = true;
  }

  /** Ids of the deletions in a namespace, in the order heard. */
  idsIn(namespace: string): string[] {
    return this.events
      .filter((event) => event.namespace === namespace)
      .map((event) => (event.payload as { id: string }).id);
  }
}
