import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { OperationRefused } from '../errors.ts';
import { CONSTRAINT_VIOLATED, isConstraintViolation } from './constraint.ts';
import type { Database } from './database.ts';
import type { QuotaLimits } from './quotaCharge.ts';
import { asUnavailable, isUnreachable } from './unavailable.ts';
import type { Outcome, Waiting, Write } from './write.ts';
import { WriteTransaction } from './writeTransaction.ts';

export type { EventDraft, Outcome, Write } from './write.ts';

const MOST_ROWS = 500;
const MOST_WAITING = 20_000;
/** A write that has waited for so long is refused rather than begun. */
const LONGEST_WAIT_MS = 30_000;
/** Writes tried alone at the same time. */
const MOST_ASIDE = 8;
/** How long a key that held up a batch keeps its writes out of the others. */
const SUSPICION_MS = 60_000;
const MOST_SUSPECTS = 10_000;

/**
 * Group commit (design §5): a batch starts at once when none is in flight, and what arrives meanwhile is the next one.
 * No timer, so a lone write waits for nobody. A batch that fails is halved until the bad row stands alone. One that
 * waited too long for locks is taken aside instead, each row by itself, so that the batches behind it go on.
 */
export class GroupCommitWriter {
  readonly #transaction: WriteTransaction;
  readonly #log: Logger;
  readonly #committed: () => void;
  readonly #aside = pLimit(MOST_ASIDE);
  /** Keys of the writes that are aside: what comes after them on the same keys waits for them. */
  readonly #keysAside = new Set<string>();
  /** Keys whose lock somebody held for too long, and until when they are treated with care. */
  readonly #suspects = new Map<string, number>();
  readonly #lanes = new Set<Promise<void>>();
  #waiting: Waiting[] = [];
  #running = false;

  constructor(
    database: Database,
    options: { log: Logger; clock: () => Date; committed: () => void; quotas?: QuotaLimits | null },
  ) {
    this.#transaction = new WriteTransaction(database, options.clock, options.quotas);
    this.#log = options.log;
    this.#committed = options.committed;
  }

  /**
   * Writes one row.
   * @returns the row's outcome, also when it is a known refusal
   * @throws OperationRefused UNAVAILABLE when too many writes wait, or this one for too long; Neo4jError, which
   *   `asUnavailable` explains, when the database is away or too slow
   */
  async write(write: Write): Promise<Outcome> {
    if (this.#waiting.length >= MOST_WAITING) {
      throw new OperationRefused('UNAVAILABLE', 'too many writes are waiting', { waiting: MOST_WAITING });
    }
    const keys = write.idempotency ? [...write.keys, `idempotency:${write.idempotency.key}`] : write.keys;
    return await new Promise<Outcome>((resolve, reject) => {
      this.#waiting.push({
        write: { ...write, keys },
        writeId: randomUUID(),
        since: performance.now(),
        settle: { resolve, reject },
        unsure: false,
      });
      this.#start();
    });
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drained(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  #start(): void {
    if (this.#running || this.#waiting.length === 0) return;
    this.#running = true;
    this.#follow(this.#run());
  }

  #follow(work: Promise<void>): void {
    const lane = work.finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #run(): Promise<void> {
    // One turn of the event loop, so that rows of one bulk call share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) await this.#commit(batch);
    this.#running = false;
  }

  /** The longest run of waiting writes, in order of arrival, of which no two share a key. */
  #takeBatch(): Waiting[] {
    const taken = new Set(this.#keysAside);
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#waiting) {
      const { keys } = one.write;
      const free = batch.length < MOST_ROWS && keys.every((key) => !taken.has(key));
      // A write that must wait also holds back later ones on its keys: order per key is order of arrival.
      for (const key of keys) taken.add(key);
      if (waitedTooLong(one)) one.settle.reject(tooLong());
      else if (!free) left.push(one);
      else if (keys.some((key) => this.#isSuspect(key))) this.#takeAside(one);
      else batch.push(one);
    }
    this.#waiting = left;
    return batch;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#transaction.commit(batch);
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
    const slow = asUnavailable(error) !== null;
    const [only] = batch;
    if (only && batch.length === 1) {
      if (slow) this.#suspect(only.write.keys);
      if (isConstraintViolation(error)) only.settle.resolve({ outcome: CONSTRAINT_VIOLATED });
      else only.settle.reject(error);
      return;
    }
    this.#log.warn(
      { err: error, rows: batch.length },
      `a batch of writes failed and is ${slow ? 'taken aside' : 'halved'}`,
    );
    if (slow) {
      for (const one of batch) this.#takeAside(one);
      return;
    }
    const middle = batch.length >> 1;
    await this.#commit(batch.slice(0, middle));
    await this.#commit(batch.slice(middle));
  }

  /** Tries one write alone, beside the batches. */
  #takeAside(one: Waiting): void {
    const { keys } = one.write;
    for (const key of keys) this.#keysAside.add(key);
    const work = this.#aside(async () => {
      // One that may have been written is always looked for.
      if (waitedTooLong(one) && !one.unsure) one.settle.reject(tooLong());
      else await this.#commit([one]);
    });
    this.#follow(
      work.finally(() => {
        for (const key of keys) this.#keysAside.delete(key);
        this.#start();
      }),
    );
  }

  #suspect(keys: readonly string[]): void {
    if (this.#suspects.size > MOST_SUSPECTS) this.#suspects.clear();
    for (const key of keys) this.#suspects.set(key, performance.now() + SUSPICION_MS);
  }

  #isSuspect(key: string): boolean {
    const until = this.#suspects.get(key);
    if (until !== undefined && until <= performance.now()) this.#suspects.delete(key);
    return this.#suspects.has(key);
  }
}

function waitedTooLong({ since }: Waiting): boolean {
  return performance.now() - since > LONGEST_WAIT_MS;
}

function tooLong(): OperationRefused {
  return new OperationRefused('UNAVAILABLE', 'the write waited too long for its turn; nothing was written');
}
