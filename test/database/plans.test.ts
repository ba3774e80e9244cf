import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, StatementName } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { asSent, SINGLE_PARAMETER } from '../../src/database/singleParameter.ts';
import { integer } from '../../src/database/values.ts';
import { ensureVectorIndex, makeVectorIndexes } from '../../src/database/vectorIndex.ts';
import type { VectorSlot } from '../../src/database/vectorSlot.ts';
import { statements } from '../../src/generated/statements.ts';
import { toRecord } from '../../src/memory/record.ts';
import { log, memoryOf, openDatabase } from '../event/outbox.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';

/** One operator of a plan. */
interface PlanStep {
  readonly operatorType: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly children: readonly PlanStep[];
}

/** What no statement may do: its time would grow with the graph, not with the question. */
const SCANS = /^(AllNodesScan|PartitionedAllNodesScan|.*LabelScan|.*RelationshipTypeScan|NodeIndexScan)$/;

/** Statements that may read a whole index, and why. */
const WHOLE: Readonly<Record<string, string>> = {
  'database/lock-migrations': 'reads all migrations, of which there are a handful, once a start',
  'memory/stats': 'counts what there is',
  'namespace/taxonomy': 'counts what there is',
  'quota/clear': 'takes away all there are',
  'token/list': 'reads all API tokens, for the command line alone',
  'pending/list': 'reads in the order of the index, and stops at the limit',
};

/** Changes of the schema and calls of procedures alone have no plan to look at. */
const PLANNED = Object.keys(statements).filter((name) => {
  const text = statements[name as keyof typeof statements];
  return !name.startsWith('migrations/') && !/\b(CREATE|DROP|SHOW) (CONSTRAINT|VECTOR|INDEX)/.test(text);
}) as (keyof typeof statements)[];

/** Each statement, and once more those that read another way for the other slot of vectors. */
const CASES = (['a', 'b'] as const).flatMap((slot) =>
  PLANNED.filter((name) => slot === 'a' || asSent(name, 'b') !== asSent(name)).map((name) => [name, slot] as const),
);

function stepsOf(plan: PlanStep): PlanStep[] {
  return [plan, ...plan.children.flatMap(stepsOf)];
}

const MEMORIES = 10_000;
const BATCH = 1_000;
let database: Database;
let stop: () => Promise<void>;

// In a graph of a few rows any plan is as good as another: enough of them, and the planner made to count them.
beforeAll(async () => {
  const own = await emptyDatabase();
  stop = own.stop;
  database = openDatabase(own.address);
  await migrate(database, log);
  await ensureVectorIndex(database, null);
  database.slot = 'b';
  await makeVectorIndexes(database, 384);
  for (let from = 0; from < MEMORIES; from += BATCH) await fill(from);
  await database.driver.executeQuery('CALL db.prepareForReplanning(60)');
}, 180_000);
afterAll(async () => {
  await database.close();
  await stop();
}, 60_000);

/** A thousand memories in ten namespaces, in a chain of links, every tenth with a vector and every hundredth waiting for one. */
async function fill(from: number): Promise<void> {
  const rows = Array.from({ length: BATCH }, (_, index) => {
    const memory = memoryOf({
      id: `m${from + index}`,
      title: `title ${from + index}`,
      namespace: `plans/${index % 10}`,
    });
    const record = toRecord(memory, { embeddingModel: null, episodeKey: null });
    const vector = index % 10 === 0 ? Array.from({ length: 384 }, (_, place) => Math.sin(from + index + place)) : null;
    return { record: index % 100 === 1 ? { ...record, awaitsEmbedding: true } : record, vector };
  });
  await database.driver.executeQuery(
    `UNWIND $rows AS row
     CREATE (m:MemoryRecord:Memory)
     SET m = row.record, m.embedding = row.vector
     MERGE (n:Namespace {path: m.namespace})
     CREATE (m)-[:IN_NAMESPACE]->(n)`,
    { rows },
  );
  await database.driver.executeQuery(
    `UNWIND range($from, $to) AS place
     MATCH (a:MemoryRecord {id: 'm' + place}), (b:MemoryRecord {id: 'm' + (place - 1)})
     CREATE (a)-[:RELATED_TO {linkKey: toString(place)}]->(b), (a)-[:REFLECTS_ON {linkKey: toString(place)}]->(b)`,
    { from: integer(Math.max(1, from)), to: integer(from + BATCH - 1) },
  );
}

/** How the database would run a statement; it is not run. */
async function planOf(name: StatementName, slot: VectorSlot): Promise<PlanStep> {
  const { summary } = await database.driver.executeQuery(`EXPLAIN ${asSent(name, slot)}`, { [SINGLE_PARAMETER]: {} });
  if (!summary.plan) throw new Error('the database told no plan');
  return summary.plan;
}

describe('with ten thousand memories, the plan of', () => {
  test.each(CASES)('%s in slot %s finds its rows by an index', async (name, slot) => {
    const scans = stepsOf(await planOf(name, slot)).filter(({ operatorType }) =>
      SCANS.test(operatorType.replace(/@.*$/, '')),
    );
    const told = scans.map(({ operatorType, arguments: { Details } }) => `${operatorType} ${String(Details)}`);
    expect(name in WHOLE ? [] : told).toEqual([]);
  });
});
