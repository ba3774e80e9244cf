import { describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { DatabaseUnfit } from '../../src/database/databaseUnfit.ts';
import { probe } from '../../src/database/probe.ts';

// Only the answer of `dbms.components()` is made up: no server of these versions can be had for every run.
// Everything else that can be wrong with a database is in test/start/failures.test.ts, with real ones.
function serverOf(version: string): Database {
  return {
    command: async () => [
      { name: 'Neo4j Kernel', versions: [version] },
      { name: 'Cypher', versions: ['5', '25'] },
    ],
  } as unknown as Database;
}

const address = { uri: 'bolt://neo4j:secret@db:7687', user: 'neo4j', database: 'neo4j' };

describe('versions of Neo4j', () => {
  test.each(['2026.02.0', '2026.08.1', '2026.10.0', '2027.01.0', '2026.08-aura'])(
    '%s is new enough',
    async (version) => {
      expect(await probe(serverOf(version), address)).toBe(version);
    },
  );

  test.each(['4.4.40', '5.26.9', '5.27-aura', '2025.12.1', '2026.01.4'])('%s is too old', async (version) => {
    const refusal = await probe(serverOf(version), address).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseUnfit);
    expect(refusal).toMatchObject({
      message: `Neo4j ${version} at bolt://db:7687 is too old: 2026.02 or newer is needed.`,
      advice: expect.stringContaining('Upgrade'),
    });
  });
});
