import { afterAll } from '@jest/globals';
import neo4j, { type Driver } from 'neo4j-driver';
import { testDatabase } from './database.ts';

let driver: Driver | undefined;
afterAll(async () => {
  await driver?.close();
  driver = undefined;
});

function driverOfTests(): Driver {
  const { uri, user, password } = testDatabase();
  driver ??= neo4j.driver(uri, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
  return driver;
}

/** Asks the test database itself, past the server: for what no client may see. */
export async function askGraph<Row extends Record<string, unknown>>(
  statement: string,
  parameters: Record<string, unknown> = {},
): Promise<Row[]> {
  const { records } = await driverOfTests().executeQuery(statement, parameters);
  return records.map((record) => record.toObject() as Row);
}

/** One operator of a plan. */
export interface PlanStep {
  readonly operatorType: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly children: readonly PlanStep[];
}

/** How the database would run a statement; it is not run. */
export async function askPlan(statement: string, parameters: Record<string, unknown>): Promise<PlanStep> {
  const { summary } = await driverOfTests().executeQuery(`EXPLAIN ${statement}`, parameters);
  if (!summary.plan) throw new Error('the database told no plan');
  return summary.plan;
}

/**
 * All that the graph holds of a namespace and below: nodes with labels and properties, and every relationship at them.
 * What only serves to lock is left out, and revisions: as the outbox, the audit chain knows of refusals too. Equal before and
 * after a refusal.
 */
export async function fingerprint(namespace: string): Promise<string> {
  const rows = await askGraph<{ node: string }>(
    `MATCH (m:MemoryRecord)
     WHERE m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/'
     OPTIONAL MATCH (m)-[r]-(other) WHERE NOT other:AuditRevision
     WITH m, r, other ORDER BY m.id, elementId(r)
     RETURN m {.*, embedding: null, lock: null} AS node, labels(m) AS labels,
       collect([type(r), properties(r), startNode(r) = m, coalesce(other.id, other.path, other.key)]) AS links`,
    { namespace },
  );
  const namespaces = await askGraph(
    `MATCH (n:Namespace) WHERE n.path = $namespace OR n.path STARTS WITH $namespace + '/'
     RETURN n.path AS path, COUNT { (n)--() } AS degree ORDER BY path`,
    { namespace },
  );
  return JSON.stringify([rows, namespaces], null, 1);
}
