import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { askGraph } from '../support/graph.ts';

const PRINTED = fileURLToPath(new URL('../../cypher/printed-schema.txt', import.meta.url));
const HEAD = `# The constraints and indexes of a migrated database, as Neo4j tells them. Do not edit: after a new migration, write it
# anew with UPDATE_PRINTED=1 npm test -- test/project/graphSchema.test.ts
`;

// A change of the graph's shape is seen in review, and a migration that does not do what it says is found.
test('a migrated database has the constraints and indexes of cypher/printed-schema.txt', async () => {
  const constraints = await askGraph<Row>(
    'SHOW CONSTRAINTS YIELD name, createStatement RETURN createStatement AS statement ORDER BY name',
  );
  const indexes = await askGraph<Row>(
    `SHOW INDEXES YIELD name, owningConstraint, type, labelsOrTypes, properties, options, createStatement
     WHERE owningConstraint IS NULL AND type <> 'LOOKUP'
     RETURN createStatement AS statement, name, type, labelsOrTypes, properties, options.indexConfig AS config ORDER BY name`,
  );
  const text = [HEAD, ...lines(constraints), '', ...lines(indexes), ''].join('\n');

  if (process.env['UPDATE_PRINTED']) writeFileSync(PRINTED, text);
  expect(text).toBe(readFileSync(PRINTED, 'utf8'));
});

interface Row extends Record<string, unknown> {
  /** Null for a vector index with filter properties, which Neo4j cannot spell out yet. */
  readonly statement: string | null;
}

function lines(rows: readonly Row[]): string[] {
  return rows.map(({ statement, ...parts }) => statement?.replaceAll(/\s+/g, ' ') ?? inKeyOrder(parts));
}

function inKeyOrder(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  );
}
