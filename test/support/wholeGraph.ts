import neo4j, { type Driver } from 'neo4j-driver';
import type { TestDatabase } from './database.ts';

/** A database of a suite's own, looked into past every server. */
export class WholeGraph {
  readonly #driver: Driver;

  constructor({ uri, user, password }: TestDatabase) {
    this.#driver = neo4j.driver(uri, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
  }

  /** Asks it. */
  async ask<Row extends Record<string, unknown>>(statement: string, parameters = {}): Promise<Row[]> {
    const { records } = await this.#driver.executeQuery(statement, parameters);
    return records.map((record) => record.toObject() as Row);
  }

  /** Takes everything out, the schema apart. */
  async clear(): Promise<void> {
    await this.ask('MATCH (n) DETACH DELETE n');
  }

  /**
   * All that users have in it: nodes with labels, properties and their types, and relationships by the keys of their ends.
   * What only serves to lock is left out, and what happened here: the revisions of the audit chain.
   * @param namespace only the memories there and below, and what hangs on them
   */
  async print(namespace: string | null = null): Promise<string> {
    const within = '$namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + "/"';
    const nodes = await this.ask(
      `MATCH (m) WHERE (m:MemoryRecord OR m:MemoryVersion OR m:PendingAction OR m:Purge) AND (${within})
       RETURN labels(m) AS labels, m {.*, lock: null} AS properties,
         [k IN keys(m) WHERE k <> 'lock' | k + ' ' + valueType(m[k])] AS types
       UNION ALL
       MATCH (m) WHERE (m:Namespace AND ($namespace IS NULL OR m.path = $namespace OR m.path STARTS WITH $namespace + '/'))
         OR (m:EntityAlias AND ($namespace IS NULL OR EXISTS { (m)-[:ALIAS_OF]->(e) WHERE e.namespace STARTS WITH $namespace }))
         OR (m:PersonaCounter AND $namespace IS NULL)
         OR (m:Episode AND ($namespace IS NULL OR m.key STARTS WITH $namespace))
       RETURN labels(m) AS labels, m {.*, lock: null} AS properties,
         [k IN keys(m) WHERE k <> 'lock' | k + ' ' + valueType(m[k])] AS types`,
      { namespace },
    );
    const links = await this.ask(
      `MATCH (m:MemoryRecord) WHERE ${within}
       MATCH (m)-[r]-(o)
       WHERE NOT r:OF
       RETURN DISTINCT type(r) AS type, properties(r) AS properties,
         coalesce(startNode(r).id, startNode(r).path, startNode(r).key, startNode(r).version) AS start,
         coalesce(endNode(r).id, endNode(r).path, endNode(r).key) AS end`,
      { namespace },
    );
    return [...nodes, ...links].map(sortedText).sort().join('\n');
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (Array.isArray(inner)) return ['labels', 'types'].includes(key) ? inner.map(String).sort() : inner;
    if (inner === null || typeof inner !== 'object') return inner;
    if (neo4j.isLocalDateTime(inner)) return (inner as { toString(): string }).toString();
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
