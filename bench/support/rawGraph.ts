import neo4j, { type Driver, type Session } from 'neo4j-driver';

/** Where the benches' database is. */
export interface Address {
  readonly uri: string;
  readonly user: string;
  readonly password: string;
}

const DDL = [
  'CREATE CONSTRAINT raw_id IF NOT EXISTS FOR (m:Raw) REQUIRE m.id IS UNIQUE',
  "CREATE FULLTEXT INDEX raw_text IF NOT EXISTS FOR (m:Raw) ON EACH [m.title, m.content] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}}",
  "CREATE VECTOR INDEX raw_embedding IF NOT EXISTS FOR (m:Raw) ON m.embedding OPTIONS {indexConfig: {`vector.dimensions`: 384, `vector.similarity_function`: 'cosine'}}",
];

/** The raw limit: plain Cypher by the driver on a label of its own, with a key, a full-text and a vector index. */
export class RawGraph {
  readonly driver: Driver;

  constructor({ uri, user, password }: Address) {
    this.driver = neo4j.driver(uri, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
  }

  async prepare(): Promise<void> {
    for (const statement of DDL) await this.driver.executeQuery(statement);
    await this.driver.executeQuery('CALL db.awaitIndexes(60)');
  }

  /** Creates rows in one transaction of its own. */
  async create(session: Session, rows: readonly object[]): Promise<void> {
    await session.executeWrite((transaction) =>
      transaction.run('UNWIND $rows AS row CREATE (m:Raw) SET m = row', { rows }),
    );
  }

  session(): Session {
    return this.driver.session({ database: 'neo4j' });
  }

  async close(): Promise<void> {
    await this.driver.close();
  }
}
