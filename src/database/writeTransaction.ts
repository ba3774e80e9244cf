import { appendEvents } from './appendEvents.ts';
import { claimApprovals, settleApprovals } from './approvals.ts';
import type { Database, RunStatement } from './database.ts';
import { chainEpisodes } from './episodeChain.ts';
import { claimIdempotencyKeys, settleIdempotencyKeys, type Idempotency } from './idempotency.ts';
import { PolicyMoved, policyChangesOf, refuseMovedPolicies, withoutMoved } from './policyVersion.ts';
import { numberPersonas } from './personaNumbers.ts';
import type { QuotaLimits } from './quotaCharge.ts';
import { Quotas, type QuotaTry } from './quotas.ts';
import { integer, toLocalDateTime } from './values.ts';
import type { Outcome, Waiting, Write } from './write.ts';

/** Commits batches: rows, their events and idempotency records in one transaction. */
export class WriteTransaction {
  readonly #database: Database;
  readonly #clock: () => Date;
  /** Null where nothing is limited. */
  readonly #quotas: Quotas | null;
  readonly #knownNamespaces = new Set<string>();

  constructor(database: Database, clock: () => Date, limits: QuotaLimits | null = null) {
    this.#database = database;
    this.#clock = clock;
    this.#quotas = limits && new Quotas(database, clock, limits);
  }

  /**
   * Commits a batch, again when the database asks for it.
   * @returns the outcome of each row by its place in the batch
   * @throws Neo4jError when nothing was committed, or nothing is known about it
   */
  async commit(batch: readonly Waiting[]): Promise<Map<number, Outcome>> {
    const transaction = (known?: QuotaTry) =>
      this.#database.write((run, attempt) => this.#attempt(run, batch, attempt, known));
    try {
      const outcomes = await (this.#quotas ? this.#quotas.within(transaction) : transaction());
      for (const { write } of batch) for (const path of write.namespaces ?? []) this.#remember(path);
      return outcomes;
    } catch (error) {
      if (!(error instanceof PolicyMoved)) throw error;
      return await withoutMoved(batch, error, (rest) => this.commit(rest));
    }
  }

  async #attempt(
    run: RunStatement,
    batch: readonly Waiting[],
    attempt: number,
    known?: QuotaTry,
  ): Promise<Map<number, Outcome>> {
    if (attempt > 1) for (const one of batch) one.unsure = true;
    const recovered = batch.some(({ unsure }) => unsure) ? await this.#recovered(batch) : [];
    const outcomes = new Map<number, Outcome>([...(known?.refused ?? []), ...recovered]);
    await claimIdempotencyKeys(run, keyed(batch), outcomes, this.#clock());
    const approving = batch.flatMap(({ write: { approval } }, index) => (approval ? [{ index, approval }] : []));
    await claimApprovals(run, approving, outcomes, this.#clock());
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
    await chainEpisodes(
      run,
      done.flatMap(({ write }) => (write.chain ? [write.chain] : [])),
      now,
    );
    const personas = done.flatMap(({ write, index }) => (write.persona ? [{ ...write.persona, index }] : []));
    await numberPersonas(run, personas, outcomes);
    const decisions = await settleApprovals(
      run,
      done.flatMap(({ write: { approval } }) => approval ?? []),
      now,
    );
    const passages = done.flatMap(({ write }) => write.passages ?? []);
    if (passages.length > 0) await run('memory/passages', { rows: passages });
    const told = done.map(({ write, writeId, index }) => ({
      index,
      writeId,
      drafts: write.events(outcomes.get(index)!),
      hookRuns: write.hookRuns ?? [],
    }));
    if (known) await this.#quotas?.charge(run, told, known);
    const runs = told.flatMap(({ hookRuns, drafts: [first] }) =>
      hookRuns.map((row) => ({ ...row, memoryId: row['memoryId'] ?? first?.memoryIds[0] ?? null })),
    );
    if (runs.length > 0) await run('hook/record', { rows: runs });
    const events = told.flatMap(({ drafts, writeId }) =>
      drafts.map((draft, place) => (place === 0 ? { ...draft, writeId } : draft)),
    );
    const policyVersion = await appendEvents(run, [...events, ...decisions], now, policyChangesOf(done, outcomes));
    if (policyVersion !== null) refuseMovedPolicies(done, policyVersion);
    const subjects = told.flatMap(({ index, drafts: [first] }) =>
      first?.memoryIds[0] === undefined ? [] : [[index, first.memoryIds[0]] as const],
    );
    await settleIdempotencyKeys(run, keyed(open), outcomes, new Map(subjects));
    return outcomes;
  }

  /**
   * What an earlier attempt, whose commit may have gone through unseen, left behind. In a transaction of its own, which
   * waits for a commit that is still under way without holding locks that others need.
   */
  async #recovered(batch: readonly Waiting[]): Promise<Map<number, Outcome>> {
    const writeIds = batch.map(({ writeId }) => writeId);
    const found = await this.#database.write((run) =>
      run<{ writeId: string; payload: string }>('event/find-writes', { writeIds }),
    );
    const payloads = new Map(found.map(({ writeId, payload }) => [writeId, payload]));
    return new Map(
      batch.flatMap(({ write, writeId }, index) => {
        const payload = payloads.get(writeId);
        return payload === undefined ? [] : [[index, write.recover(JSON.parse(payload))] as const];
      }),
    );
  }

  async #ensureNamespaces(run: RunStatement, open: readonly Waiting[]): Promise<void> {
    const wanted = new Set(open.flatMap(({ write }) => write.namespaces ?? []));
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
    this.#knownNamespaces.add(path);
  }
}

function keyed(rows: readonly { write: Write; index?: number }[]): { index: number; idempotency: Idempotency }[] {
  return rows.flatMap(({ write, index }, place) =>
    write.idempotency ? [{ index: index ?? place, idempotency: write.idempotency }] : [],
  );
}
