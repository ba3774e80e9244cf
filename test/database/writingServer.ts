import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { principalOf } from '../../src/agent/principal.ts';
import { Database, type RunStatement, type StatementName } from '../../src/database/database.ts';
import type { QuotaLimits } from '../../src/database/quotaCharge.ts';
import { asUnavailable } from '../../src/database/unavailable.ts';
import { toPlain } from '../../src/database/values.ts';
import { GroupCommitWriter } from '../../src/database/writer.ts';
import { OutboxTail } from '../../src/event/outboxTail.ts';
import { ReadEvents } from '../../src/event/readEvents.ts';
import { LiveHooks } from '../../src/hook/liveHooks.ts';
import { RunJournal } from '../../src/hookRegistry/runJournal.ts';
import { linkMemories } from '../../src/link/link.ts';
import { deleteMemory } from '../../src/memory/delete.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { storeMemory } from '../../src/memory/store.ts';
import { NearDuplicates } from '../../src/memory/nearDuplicates.ts';
import { TouchQueue } from '../../src/memory/touch.ts';
import { Turns } from '../../src/pipeline/turns.ts';
import { updateMemory } from '../../src/memory/update.ts';
import { Policies } from '../../src/governance/policies.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { OperationContext } from '../../src/pipeline/operation.ts';
import type { SigningKey } from '../../src/signature/signingKey.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';

const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });

/** What a test may set. */
export interface WritingServerOptions {
  readonly transactionTimeoutMs?: number;
  readonly quotas?: QuotaLimits | null;
  readonly clock?: () => Date;
  /** What it signs links with; nothing when absent. */
  readonly signingKey?: SigningKey | null;
}

/** What one server writes with: a database, a writer and the operations, in this process and without an embedder. */
export class WritingServer {
  readonly database: Database;
  readonly writer: GroupCommitWriter;
  readonly context: OperationContext;
  /** Batches that were committed. */
  commits = 0;

  constructor(
    address: TestDatabase = testDatabase(),
    {
      transactionTimeoutMs = 15_000,
      quotas = null,
      clock = () => new Date(),
      signingKey = null,
    }: WritingServerOptions = {},
  ) {
    const database = new Database({ ...address, database: 'neo4j' }, { transactionTimeoutMs });
    const writer = new GroupCommitWriter(database, { log, clock, committed: () => (this.commits += 1), quotas });
    this.database = database;
    this.writer = writer;
    this.context = {
      services: {
        database,
        writer,
        embedder: null,
        hooks: new LiveHooks({ sources: [], executors: new Map(), searchPath: '', log }, { layers: [], hooks: [] }),
        governance: { mode: 'enforce', policies: new Policies(database), counted: () => {} },
        journal: new RunJournal(log),
        touches: new TouchQueue(writer, { log, clock, promote: async () => {} }),
        turns: new Turns(),
        nearDuplicates: new NearDuplicates(database, clock),
        events: { tail: new OutboxTail(database, { log, pollMs: 1000 }), reads: new ReadEvents() },
        log,
        clock,
        storeSize: async () => null,
        deadlines: { write: 1000, recall: 1000 },
        attestationRequired: false,
        signingKey,
        pendingLifetimeMs: 3_600_000,
        quotas,
      },
      principal: principalOf('writer', 'global', ['admin']),
      bookmarks: [],
    };
  }

  /** Stores a memory that everyone may read. */
  async store(namespace: string, title: string, fields: Record<string, unknown> = {}): Promise<Memory> {
    const input = { namespace, title, content: `about ${title}`, scope: 'COLLECTIVE', ...fields };
    const { memory } = await execute(storeMemory, input, this.context);
    if (!memory) throw new Error('nothing was stored');
    return memory;
  }

  async update(id: string, fields: Record<string, unknown>, expectedVersion?: number): Promise<Memory> {
    const { memory } = await execute(updateMemory, { id, fields, expectedVersion }, this.context);
    if (!memory) throw new Error('nothing was updated');
    return memory;
  }

  async link(sourceId: string, targetId: string, relation = 'RELATED_TO') {
    return await execute(linkMemories, { sourceId, targetId, relation }, this.context);
  }

  async delete(id: string) {
    return await execute(deleteMemory, { id }, this.context);
  }

  /** Runs Cypher of a test's own; rows as plain JSON. */
  async query<Row>(cypher: string, parameters: Record<string, unknown> = {}): Promise<Row[]> {
    const session = this.database.session('WRITE');
    try {
      const { records } = await session.run(cypher, parameters);
      return records.map((record) => toPlain(record.toObject()) as Row);
    } finally {
      await session.close();
    }
  }

  /** Events of a namespace and all below it, in order. */
  async events(namespace: string): Promise<{ seq: number; type: string; memoryIds: string[] }[]> {
    return await this.query(
      `MATCH (e:OutboxEvent) WHERE e.namespace = $namespace OR e.namespace STARTS WITH $namespace + '/'
       RETURN e.seq AS seq, e.type AS type, e.memoryIds AS memoryIds ORDER BY e.seq`,
      { namespace },
    );
  }

  async close(): Promise<void> {
    await this.writer.drained();
    await this.database.close();
  }
}

/** A namespace that no other test uses. */
export function freshNamespace(): string {
  return `writer-test/${randomUUID()}`;
}

/** A context that does something else first, once, when one of its own transactions is about to run a statement. */
export function beforeStatement(
  context: OperationContext,
  statement: StatementName,
  act: () => Promise<unknown>,
  skip = 0,
): OperationContext {
  let met = 0;
  const { database } = context.services;
  const held = Object.assign(Object.create(database) as Database, {
    read: database.read.bind(database),
    write: <Result>(work: (run: RunStatement, attempt: number) => Promise<Result>) =>
      database.write((run, attempt) =>
        work(async (name, parameters) => {
          if (name === statement && met++ === skip) await act();
          return await run(name, parameters);
        }, attempt),
      ),
  });
  return { ...context, services: { ...context.services, database: held } };
}

/** Puts memories into the archive of a namespace. */
export async function archivedMemories(server: WritingServer, namespace: string, count: number): Promise<void> {
  await server.query(
    `UNWIND range(1, $count) AS number
     CREATE (:MemoryRecord:ArchivedMemory {id: $namespace + '/' + number, namespace: $namespace, title: toString(number),
       archivedAt: localdatetime()})`,
    { namespace, count },
  );
}

/** How each of several promises ended: its value, or the code it was refused with. */
export async function outcomes<Value>(work: readonly Promise<Value>[]): Promise<(Value | string)[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((one) =>
    one.status === 'fulfilled' ? one.value : codeOf(asUnavailable(one.reason) ?? one.reason),
  );
}

function codeOf(reason: unknown): string {
  return String((reason as { code?: unknown }).code ?? reason);
}
