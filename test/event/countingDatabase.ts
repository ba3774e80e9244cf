import { Database, type Parameters, type ReadOptions, type StatementName } from '../../src/database/database.ts';
import { testDatabase } from '../support/database.ts';

/** A real database that counts what is read. */
export class CountingDatabase extends Database {
  readonly reads = new Map<StatementName, number>();
  running = 0;
  mostRunning = 0;

  constructor() {
    super({ ...testDatabase(), database: 'neo4j' }, { transactionTimeoutMs: 15_000 });
  }

  override async read<Row>(
    name: StatementName,
    parameters: Parameters = {},
    options: ReadOptions = {},
  ): Promise<Row[]> {
    this.reads.set(name, this.count(name) + 1);
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      return await super.read<Row>(name, parameters, options);
    } finally {
      this.running -= 1;
    }
  }

  count(name: StatementName): number {
    return this.reads.get(name) ?? 0;
  }
}
