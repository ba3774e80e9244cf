import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type BookmarkManager, type Driver, type ManagedTransaction, type Session } from 'neo4j-driver';
import { statements } from '../generated/statements.ts';
import { openDriver, type DatabaseAddress } from './driver.ts';
import { asSent, SINGLE_PARAMETER } from './singleParameter.ts';
import { Overdue, within } from './overdue.ts';
import { toPlain } from './values.ts';
import { inSlot, type VectorSlot } from './vectorSlot.ts';

export type { Session };

/** Name of a file in cypher/, without its ending. */
export type StatementName = keyof typeof statements;

/** Parameters of a statement: values the driver can send. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Runs one statement and answers its rows as plain JSON (see {@link toPlain}). */
export type RunStatement = <Row>(name: StatementName, parameters: Parameters) => Promise<Row[]>;

/** What a reader may ask of a read. */
export interface ReadOptions {
  /** States of the database, from any server, that the read must include. */
  readonly bookmarks?: readonly string[] | undefined;
}

const READ_ATTEMPTS = 3;
const READ_PAUSE_MS = 20;
/** The time limit of a transaction does not reach into an index: a read that overstays it is left behind. */
const READ_GRACE_MS = 5_000;

/**
 * The one door to Neo4j: every statement is a file of cypher/, reads go to followers, each transaction has a time
 * limit, and what this process wrote is seen by what it reads next, on a cluster too.
 */
export class Database {
  readonly driver: Driver;
  readonly #name: string;
  readonly #timeout: number;
  readonly #bookmarkManager: BookmarkManager;
  #newest: readonly string[] = [];
  /** The slot whose vectors this process reads and writes; set at the start, from what is noted in the graph. */
  slot: VectorSlot = 'a';
  /**
   * The slot that is in use while the vectors of `slot` are not this process's any more (see SlotWatch); null otherwise. What
   * asks without a vector asks there then, since the indexes of `slot` may be gone; what has one still ends where it began.
   */
  retiredFor: VectorSlot | null = null;

  constructor(address: DatabaseAddress, options: { transactionTimeoutMs: number }) {
    this.driver = openDriver(address);
    this.#name = address.database;
    this.#timeout = options.transactionTimeoutMs;
    this.#bookmarkManager = neo4j.bookmarkManager({
      bookmarksConsumer: async (bookmarks) => {
        this.#newest = [...bookmarks];
      },
    });
  }

  /**
   * Runs one statement in a read transaction, again when the database asks for it. A read that breaks inside the database is
   * tried again too: a vector search beside the deletion of its neighbours may fall over, and find them gone the next time.
   */
  async read<Row>(name: StatementName, parameters: Parameters = {}, options: ReadOptions = {}): Promise<Row[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(this.#timeout + READ_GRACE_MS, this.#readOnce<Row>(name, parameters, options));
      } catch (error) {
        const again = isInternal(error) || (error instanceof Overdue && attempt === 1);
        if (attempt === READ_ATTEMPTS || !again) throw error;
        await sleep(attempt * READ_PAUSE_MS);
      }
    }
  }

  async #readOnce<Row>(name: StatementName, parameters: Parameters, options: ReadOptions): Promise<Row[]> {
    // Begins and runs in one message; but it takes no bookmarks other than the manager's.
    if (!options.bookmarks?.length) {
      const result = await this.driver.executeQuery(
        asSent(name, this.#slotFor(parameters)),
        { [SINGLE_PARAMETER]: parameters },
        {
          routing: neo4j.routing.READ,
          database: this.#name,
          bookmarkManager: this.#bookmarkManager,
          transactionConfig: { timeout: this.#timeout },
        },
      );
      return rowsOf<Row>(result);
    }
    return await this.#within(neo4j.session.READ, options.bookmarks, (session) =>
      session.executeRead((transaction) => run<Row>(transaction, asSent(name, this.#slotFor(parameters)), parameters), {
        timeout: this.#timeout,
      }),
    );
  }

  /**
   * Runs `work` in one write transaction. `work` runs again when the database asks for it, also after a commit whose
   * outcome is unknown: `attempt` (from 1) tells, so that it can look for what an earlier attempt left.
   */
  async write<Result>(
    work: (statement: RunStatement, attempt: number) => Promise<Result>,
    options: { timeoutMs?: number } = {},
  ): Promise<Result> {
    let attempt = 0;
    return await this.#within(neo4j.session.WRITE, undefined, (session) =>
      session.executeWrite(
        (transaction) => {
          attempt += 1;
          return work((name, parameters) => run(transaction, asSent(name, this.slot), parameters), attempt);
        },
        { timeout: options.timeoutMs ?? this.#timeout },
      ),
    );
  }

  /** Runs a statement that must not be inside a transaction function, such as a change of schema. */
  async command<Row>(name: StatementName, parameters: Parameters = {}): Promise<Row[]> {
    return await this.#within(neo4j.session.WRITE, undefined, async (session) =>
      rowsOf<Row>(await session.run(inSlot(statements[name], this.slot), parameters)),
    );
  }

  /** Runs the statements of a migration, which are divided by semicolons, each in a transaction of its own. */
  async commands(name: StatementName): Promise<void> {
    const parts: readonly string[] = statements[name].split(/;\s*(?:\n|$)/).filter((part) => part.trim() !== '');
    await this.#within(neo4j.session.WRITE, undefined, async (session) => {
      for (const part of parts) await session.run(part);
    });
  }

  /** A session for the generated reads, which bring their own Cypher. */
  session(accessMode: 'READ' | 'WRITE', bookmarks: readonly string[] = []): Session {
    return this.driver.session({
      database: this.#name,
      defaultAccessMode: accessMode,
      bookmarks: [...bookmarks],
      bookmarkManager: this.#bookmarkManager,
    });
  }

  /** The newest states that this process wrote or read. */
  get bookmarks(): readonly string[] {
    return this.#newest;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.driver.close();
  }

  #slotFor(parameters: Parameters): VectorSlot {
    const asksByVector = parameters['vector'] != null || parameters['rows'] !== undefined;
    return this.retiredFor !== null && !asksByVector ? this.retiredFor : this.slot;
  }

  async #within<Result>(
    accessMode: 'READ' | 'WRITE',
    bookmarks: readonly string[] | undefined,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const session = this.session(accessMode, bookmarks);
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  }
}

async function run<Row>(transaction: ManagedTransaction, text: string, parameters: Parameters): Promise<Row[]> {
  return rowsOf<Row>(await transaction.run(text, { [SINGLE_PARAMETER]: parameters }));
}

function rowsOf<Row>(result: { records: readonly { toObject(): object }[] }): Row[] {
  return result.records.map((record) => toPlain(record.toObject()) as Row);
}

/** Whether the database itself broke, as opposed to refusing or being away. */
function isInternal(error: unknown): boolean {
  return error instanceof neo4j.Neo4jError && error.code.startsWith('Neo.DatabaseError.');
}
