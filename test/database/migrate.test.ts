import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Database } from '../../src/database/database.ts';
import { migrate, migrationNames } from '../../src/database/migrate.ts';
import { DatabaseUnfit } from '../../src/database/databaseUnfit.ts';
import { integer } from '../../src/database/values.ts';
import type { EmbeddingModel } from '../../src/database/embeddingModels.ts';
import { ensureVectorIndex } from '../../src/database/vectorIndex.ts';
import type { TestDatabase } from '../support/database.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';

const log = pino({ level: 'silent' });
const LOCAL: EmbeddingModel = { model: 'local-model', dimensions: 384 };
const WIDE: EmbeddingModel = { model: 'wide-model', dimensions: 1536 };

let address: TestDatabase;
let stop: () => Promise<void>;
let database: Database;

beforeAll(async () => {
  ({ address, stop } = await emptyDatabase({ bare: true }));
  database = open();
}, 120_000);

afterAll(async () => {
  await database.close();
  await stop();
});

function open(): Database {
  return new Database({ ...address, database: 'neo4j' }, { transactionTimeoutMs: 15_000 });
}

async function names(cypher: string): Promise<string[]> {
  const session = database.session('READ');
  try {
    const { records } = await session.run(cypher);
    return records.map((record) => String(record.get(0))).toSorted();
  } finally {
    await session.close();
  }
}

const schema = async () => ({
  constraints: await names('SHOW CONSTRAINTS YIELD name'),
  indexes: await names('SHOW INDEXES YIELD name'),
  offline: await names("SHOW INDEXES YIELD name, state WHERE state <> 'ONLINE' RETURN name"),
  done: await names("MATCH (m:Migration) WHERE m.id <> 'lock' RETURN m.id"),
  counters: await names('MATCH (c:OutboxCounter) RETURN c.name'),
  locks: await names('MATCH (l:RelationLock) RETURN l.relation'),
});

describe('migrations', () => {
  test('twenty first starts at once all succeed and make one schema', async () => {
    const servers = Array.from({ length: 20 }, open);
    try {
      await Promise.all(
        servers.map(async (server) => {
          await migrate(server, log);
          await ensureVectorIndex(server, null);
        }),
      );
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
    const made = await schema();
    expect(made).toMatchObject({
      offline: [],
      done: migrationNames(),
      counters: ['outbox'],
      locks: ['REFLECTS_ON', 'SUPERSEDES'],
    });
    expect(made.constraints).toEqual(
      expect.arrayContaining([
        'memory_record_id',
        'memory_title',
        'namespace_path',
        'outbox_event_seq',
        'supersedes_key',
      ]),
    );
    expect(made.indexes).toEqual(expect.arrayContaining(['memory_text', 'memory_embedding']));
  }, 120_000);

  test('a later start changes nothing', async () => {
    const before = await schema();
    await migrate(database, log);
    await ensureVectorIndex(database, null);
    expect(await schema()).toEqual(before);
  });

  test('a start that was killed between a migration and its note goes through it again', async () => {
    const before = await schema();
    await database.session('WRITE').run('MATCH (m:Migration) DETACH DELETE m');
    await migrate(database, log);
    expect(await schema()).toEqual(before);
  });
});

describe('the vector index', () => {
  type Index = { name: string; dimensions: number; properties: string[]; quantized: boolean };
  const indexes = async () => await database.command<Index>('database/show-vector-indexes');
  const dimensions = async () => [...new Set((await indexes()).map((row) => row.dimensions))];

  test('takes the size of the first embedder, whatever size the start without one made it', async () => {
    expect(await dimensions()).toEqual([384]);
    await ensureVectorIndex(database, WIDE);
    expect(await dimensions()).toEqual([1536]);
  });

  test.each([
    ['is quantized', 'm.audience, m.atomised', {}],
    ['does not filter by all that recall asks for', 'm.audience', { 'vector.quantization.enabled': false }],
  ])('of an earlier release, which %s, is made anew', async (_name, filters, more) => {
    const fit = await indexes();
    expect(fit.map((index) => index.quantized)).toEqual([false, false]);
    await database.command('database/drop-vector-index');
    await database.driver.executeQuery(
      `CYPHER 25 CREATE VECTOR INDEX memory_embedding FOR (m:Memory) ON m.embedding WITH [${filters}] OPTIONS $options`,
      { options: { indexConfig: { 'vector.dimensions': integer(1536), ...more } } },
    );
    expect(await indexes()).not.toEqual(fit);
    await ensureVectorIndex(database, WIDE);
    expect(await indexes()).toEqual(fit);
  });

  test('takes another embedder as long as there is no memory', async () => {
    await ensureVectorIndex(database, LOCAL);
    expect(await dimensions()).toEqual([384]);
    await ensureVectorIndex(database, WIDE);
    expect(await dimensions()).toEqual([1536]);
  });

  test('stays as it is for the same embedder and for none', async () => {
    await database.session('WRITE').run("CREATE (:MemoryRecord {id: 'the first'})");
    await ensureVectorIndex(database, WIDE);
    await ensureVectorIndex(database, null);
    expect(await dimensions()).toEqual([1536]);
  });

  test.each<[string, EmbeddingModel]>([
    ['another model of another size', LOCAL],
    ['another model of the same size', { ...WIDE, model: 'other-model' }],
    ['the same model with another size', { ...WIDE, dimensions: 512 }],
  ])('refuses %s, naming both and what to do', async (_name, embedder) => {
    const refusal = await ensureVectorIndex(database, embedder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseUnfit);
    expect(refusal).toMatchObject({
      message: `The stored vectors come from wide-model (1536 dimensions), the embedder is ${embedder.model} (${embedder.dimensions}).`,
      advice: expect.stringContaining('EMBEDDING_PROVIDER=none'),
    });
    expect(await dimensions()).toEqual([1536]);
  });
});
