import { afterAll, beforeAll } from '@jest/globals';
import { principalOf } from '../../src/agent/principal.ts';
import type { Database, StatementName } from '../../src/database/database.ts';
import type { QuotaLimits } from '../../src/database/quotaCharge.ts';
import { toLocalDateTime } from '../../src/database/values.ts';
import { ExpiryCollector } from '../../src/memory/collect.ts';
import type { OperationContext } from '../../src/pipeline/operation.ts';
import { quotaUsage } from '../../src/quota/usage.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { WritingServer } from '../database/writingServer.ts';
import { testDatabase } from '../support/database.ts';

// Servers with quotas in this process. Their clocks stand on the noon of tomorrow: no day ends during a test, and what expires there
// is nothing to the other servers of the run yet.

/** What an agent may use in a namespace. */
export const MAX = { memories: 9, bytes: 6_000, links: 8 };

/** An amount of each kind. */
export interface Use {
  readonly memories: number;
  readonly bytes: number;
  readonly links: number;
}

const HOUR_MS = 3_600_000;
const begun = Date.now();
const noon = Math.ceil(begun / (24 * HOUR_MS)) * 24 * HOUR_MS + 12 * HOUR_MS;
const clockAt = (ahead: number) => () => new Date(noon + ahead + Date.now() - begun);

/** Two servers, and one whose clock is an hour ahead, so that there is something that has expired. */
export const servers: { here: WritingServer; there: WritingServer; later: WritingServer } = {} as never;

/** Has the servers run for the tests of a file. */
export function withChargedServers(quotas: QuotaLimits = MAX): void {
  beforeAll(() => {
    const server = (ahead: number) =>
      new WritingServer(testDatabase(), { quotas, clock: clockAt(ahead), transactionTimeoutMs: 30_000 });
    Object.assign(servers, { here: server(0), there: server(0), later: server(HOUR_MS) });
  });
  afterAll(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  });
}

/** An agent that calls one of the servers. */
export const as = (agentId: string, server = servers.here, role: 'agent' | 'approver' | 'admin' = 'agent') =>
  ({ ...server.context, principal: principalOf(agentId, 'global', [role]) }) satisfies OperationContext;

/** Prose that can be divided into atoms of 50 tokens. */
export const PROSE = Array.from({ length: 9 }, (_, place) => `Bees dance to tell where clover ${place} grows.`).join(
  ' ',
);

/** A memory that everybody may read: a tag and a content of 3 bytes. */
export const input = (namespace: string, title: string, more: Record<string, unknown> = {}) => ({
  ...{ namespace, title, content: 'é', tags: ['t'], scope: 'COLLECTIVE', ...more },
});

/** What the server says that an agent uses. */
export async function usage(agentId: string, namespace: string): Promise<Use> {
  const status = await execute(quotaUsage, { agentId, namespace }, as('boss', servers.here, 'admin'));
  return {
    memories: status.currentMemoriesToday,
    bytes: status.currentStorageBytes,
    links: status.currentLinksToday,
  };
}

/** What it uses by what is there; all memories of the tests are made on one day. */
export async function counted(agentId: string, namespace: string): Promise<Use> {
  const memories = await servers.here.query<{ texts: (string | null)[] }>(
    `MATCH (m:Memory {namespace: $namespace, agentId: $agentId})
     RETURN [m.title, m.content, m.metadataJson] + coalesce(m.tags, []) AS texts`,
    { namespace, agentId },
  );
  const [links] = await servers.here.query<{ count: number }>(
    'MATCH (:MemoryRecord {namespace: $namespace})-[r {observedBy: $agentId}]->(:MemoryRecord) RETURN count(r) AS count',
    { namespace, agentId },
  );
  return {
    memories: memories.length,
    bytes: memories.reduce((sum, { texts }) => sum + Buffer.byteLength(texts.join('')), 0),
    links: links?.count ?? 0,
  };
}

/** Has the sweep archive what has expired, by the clock that is ahead, in a namespace and below. */
export async function sweep(namespace: string): Promise<void> {
  const { database, writer, context } = servers.later;
  const own = Object.assign(Object.create(database) as Database, {
    write: database.write.bind(database),
    async read<Row>(name: StatementName, parameters: Record<string, unknown>): Promise<Row[]> {
      if (name !== 'memory/expired') return await database.read<Row>(name, parameters);
      return await servers.later.query<Row>(
        'MATCH (m:Memory) WHERE m.namespace STARTS WITH $namespace AND m.liveUntil <= $now RETURN m.id AS id',
        { namespace, now: parameters['now'] },
      );
    },
  });
  const { log, clock } = context.services;
  const collector = new ExpiryCollector({ database: own, writer, log, clock, intervalMs: HOUR_MS });
  const isLeft = async () => (await own.read('memory/expired', { now: toLocalDateTime(clock()) })).length > 0;
  // Another server of the run may be at it.
  while (await isLeft()) await collector.collect();
}
