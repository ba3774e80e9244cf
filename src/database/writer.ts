import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { OperationRefused } from '../errors.ts';
import { lineage } from '../namespace/path.ts';
import { CONSTRAINT_VIOLATED, isConstraintViolation } from './constraint.ts';
import type { Database, RunStatement, StatementName } from './database.ts';
import { chainEpisodes, type EpisodeLink } from './episodeChain.ts';
import { claimIdempotencyKeys, settleIdempotencyKeys, type Idempotency } from './idempotency.ts';
import { isUnreachable } from './unavailable.ts';
import { integer, toLocalDateTime } from './values.ts';

/** What happened, ready for the outbox. `readers` are the tokens of those who may see it. */
export interface EventDraft {
  readonly type: string;
  readonly namespace: string;
  readonly actor: string;
  readonly readers: readonly string[];
  /** A second set that must match too, for a link whose other end has other readers. */
  readonly otherReaders?: readonly string[];
  readonly memoryIds: readonly string[];
  readonly payload: unknown;
}

/** What a statement answers for one row: `OK`, or the name of a known refusal, and whatever else it returns. */
export interface Outcome {
  readonly outcome: string;
  readonly [column: string]: unknown;
}

/** One row for a statement of the form `UNWIND $rows AS row CALL (row) {…} RETURN row.index AS index, …`. */
export interface Write {
  readonly statement: StatementName;
  readonly row: Readonly<Record<string, unknown>>;
  /** What it reads and writes; two writes that share a key never share a batch. */
  readonly keys: readonly string[];
  /** Namespaces that must exist before the statement runs. */
  readonly namespaces?: readonly string[];
  /** Chains the row's memory to its episode, when it succeeds. */
  readonly chain?: EpisodeLink | undefined;
  /** The events of a row that succeeded; the first one's payload must let `recover` rebuild the outcome. */
  events(outcome: Outcome): readonly EventDraft[];
  /** The outcome of a write whose event was found after a commit of unknown fate. */
  recover(payload: unknown): Outcome;
  /** Makes a repetition answer as the first time did. */
  readonly idempotency?: Idempotency | undefined;
}

interface Waiting {
  readonly write: Write;
  readonly writeId: string;
  readonly settle: { resolve(outcome: Outcome): void; reject(error: unknown): void };
  /** True once a commit of it may have gone through unseen. */
  unsure: boolean;
}

const MOST_ROWS = 500;
const MOST_WAITING = 20_000;

/**
 * Group commit (design §5): a batch starts at once when none is in flight, and what arrives meanwhile is the next one.
 * No timer, so a lone write waits for nobody. Rows, their events and idempotency records commit together; a batch that
 * fails is halved until the bad row stands alone.
 */
export class GroupCommitWriter {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #clock: () => Date;
  readonly #committed: () => void;
  readonly #knownNamespaces = new Set<string>();
  #waiting: Waiting[] = [];
  #inFlight: Promise<void> | null = null;

  constructor(database: Database, options: { log: Logger; clock: () => Date; committed: () => void }) {
    this.#database = database;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#committed = options.committed;
  }

  /**
   * Writes one row.
   * @returns the row's outcome, also when it is a known refusal
   * @throws OperationRefused UNAVAILABLE when the database is away or too many writes wait
   */
  async write(write: Write): Promise<Outcome> {
    if (this.#waiting.length >= MOST_WAITING) {
      throw new OperationRefused('UNAVAILABLE', 'too many writes are waiting', { waiting: MOST_WAITING });
    }
    const keys = write.idempotency ? [...write.keys, `idempotency:${write.idempotency.key}`] : write.keys;
    return await new Promise<Outcome>((resolve, reject) => {
      this.#waiting.push({ write: { ...write, keys }, writeId: randomUUID(), settle: { resolve, reject }, unsure: false });
      this.#start();
    });
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drained(): Promise<void> {
    while (this.#inFlight) await this.#inFlight;
  }

  #start(): void {
    this.#inFlight ??= this.#run().finally(() => {
      this.#inFlight = null;
      if (this.#waiting.length > 0) this.#start();
    });
  }

  async #run(): Promise<void> {
    // One turn of the event loop, so that rows of one bulk call share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#commit(this.#takeBatch());
  }

  /** The longest run of waiting writes, in order of arrival, of which no two share a key. */
  #takeBatch(): Waiting[] {
    const taken = new Set<string>();
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#waiting) {
      const free = batch.length < MOST_ROWS && one.write.keys.every((key) => !taken.has(key));
      // A write that must wait also holds back later ones on its keys: order per key is order of arrival.
      for (const key of one.write.keys) taken.add(key);
      (free ? batch : left).push(one);
    }
    this.#waiting = left;
    return batch;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#database.write((run, attempt) => this.#transaction(run, batch, attempt));
      for (const { write } of batch) for (const path of write.namespaces ?? []) this.#remember(path);
      batch.forEach((one, index) => {
        const outcome = outcomes.get(index);
        if (outcome) one.settle.resolve(outcome);
        else one.settle.reject(new Error(`${one.write.statement} returned no row`));
      });
      this.#committed();
    } catch (error) {
      await this.#afterFailure(batch, error);
    }
  }

  async #afterFailure(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (isUnreachable(error)) {
      for (const { settle } of batch) settle.reject(error);
      return;
    }
    if (batch.length === 1) {
      const [only] = batch;
      if (isConstraintViolation(error)) only?.settle.resolve({ outcome: CONSTRAINT_VIOLATED });
      else only?.settle.reject(error);
      return;
    }
    this.#log.warn({ err: error, rows: batch.length }, 'a batch of writes failed and is halved');
    const middle = batch.length >> 1;
    await this.#commit(batch.slice(0, middle));
    await this.#commit(batch.slice(middle));
  }

  async #transaction(run: RunStatement, batch: readonly Waiting[], attempt: number): Promise<Map<number, Outcome>> {
    if (attempt > 1) for (const one of batch) one.unsure = true;
    const outcomes = batch.some(({ unsure }) => unsure) ? await this.#recovered(batch) : new Map<number, Outcome>();
    await claimIdempotencyKeys(run, keyed(batch), outcomes, this.#clock());
    const open = batch.map((one, index) => ({ ...one, index })).filter(({ index }) => !outcomes.has(index));
    await this.#ensureNamespaces(run, open);

    const now = this.#clock();
    const statements = new Set(open.map(({ write }) => write.statement));
    for (const statement of statements) {
      const rows = open
        .filter(({ write }) => write.statement === statement)
        .map(({ write, index }) => ({ ...write.row, index: integer(index) }));
      const answers = await run<Outcome & { index: number }>(statement, { rows, now: toLocalDateTime(now) });
      for (const answer of answers) outcomes.set(answer.index, answer);
    }

    const done = open.filter(({ index }) => outcomes.get(index)?.outcome === 'OK');
    await chainEpisodes(run, done.flatMap(({ write }) => (write.chain ? [write.chain] : [])), now);
    const events = done.flatMap(({ write, writeId, index }) =>
      write.events(outcomes.get(index)!).map((draft, place) => ({
        id: randomUUID(),
        ...(place === 0 ? { writeId } : {}),
        type: draft.type,
        namespace: draft.namespace,
        actor: draft.actor,
        readers: draft.readers,
        ...(draft.otherReaders ? { otherReaders: draft.otherReaders } : {}),
        memoryIds: draft.memoryIds,
        payload: JSON.stringify(draft.payload),
        at: toLocalDateTime(now),
      })),
    );
    if (events.length > 0) await run('event/append', { events });
    await settleIdempotencyKeys(run, keyed(open), outcomes);
    return outcomes;
  }

  /**
   * What an earlier attempt, whose commit may have gone through unseen, left behind. In a transaction of its own, which
   * waits for a commit that is still under way without holding locks that others need.
   */
  async #recovered(batch: readonly Waiting[]): Promise<Map<number, Outcome>> {
    const writeIds = batch.map(({ writeId }) => writeId);
    const found = await this.#database.write((run) => run<{ writeId: string; payload: string }>('event/find-writes', { writeIds }));
    const payloads = new Map(found.map(({ writeId, payload }) => [writeId, payload]));
    return new Map(
      batch.flatMap(({ write, writeId }, index) => {
        const payload = payloads.get(writeId);
        return payload === undefined ? [] : [[index, write.recover(JSON.parse(payload))] as const];
      }),
    );
  }

  async #ensureNamespaces(run: RunStatement, open: readonly Waiting[]): Promise<void> {
    const wanted = new Set(open.flatMap(({ write }) => write.namespaces ?? []).flatMap(lineage));
    // Sorted, so that two servers lock new namespaces in one order.
    const missing = [...wanted].filter((path) => !this.#knownNamespaces.has(path)).sort();
    if (missing.length === 0) return;
    await run('namespace/ensure', {
      rows: missing.map((path) => ({
        path,
        name: path.slice(path.lastIndexOf('/') + 1),
        depth: integer(path.split('/').length),
        parent: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : null,
      })),
    });
  }

  #remember(path: string): void {
    // Namespaces are never deleted, so knowing one is knowing it for good; the set is only kept from growing forever.
    if (this.#knownNamespaces.size > 100_000) this.#knownNamespaces.clear();
    for (const one of lineage(path)) this.#knownNamespaces.add(one);
  }
}

function keyed(rows: readonly { write: Write; index?: number }[]): { index: number; idempotency: Idempotency }[] {
  return rows.flatMap(({ write, index }, place) =>
    write.idempotency ? [{ index: index ?? place, idempotency: write.idempotency }] : [],
  );
}
