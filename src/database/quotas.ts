import { randomUUID } from 'node:crypto';
import type { Database, RunStatement } from './database.ts';
import {
  addUp,
  admit,
  minus,
  NOTHING,
  pairKey,
  plus,
  type Change,
  type Pair,
  type QuotaLimits,
  type Use,
} from './quotaCharge.ts';
import { dayOf, dayParameters, nextDay } from './quotaDay.ts';
import { integer, toLocalDateTime } from './values.ts';
import type { EventDraft, Outcome } from './write.ts';

/** A row that succeeded, and what it tells. */
export interface ChargedRow {
  readonly index: number;
  readonly drafts: readonly EventDraft[];
}

/** A memory that a row was about, and what was charged for it. */
interface Touched extends Pair {
  readonly id: string;
  readonly live: boolean;
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[] | null;
  readonly metadataJson: string | null;
  /** Null when nothing is charged for it now. */
  readonly quotaBytes: number | null;
  readonly quotaNamespace: string | null;
  readonly quotaDay: string | null;
  /** The count or charge of its pair that this belongs to; of another one it is void. */
  readonly quotaOf: string | null;
}

interface Usage extends Pair, Use {
  readonly countId: string | null;
}

/** Thrown to give up a batch some of whose rows are over a quota. */
class OverQuota extends Error {
  readonly outcomes: ReadonlyMap<number, Outcome>;

  constructor(outcomes: ReadonlyMap<number, Outcome>) {
    super('over a quota');
    this.outcomes = outcomes;
  }
}

/** Thrown to give up a batch until what it is charged to was counted. */
class Uncounted extends Error {
  readonly pairs: readonly Pair[];
  /** Memories that carry no charge, while they may have been there before. */
  readonly ids: readonly string[];

  constructor(pairs: readonly Pair[], ids: readonly string[]) {
    super('not counted yet');
    this.pairs = pairs;
    this.ids = ids;
  }
}

const MOST_TRIES = 20;

/** What a batch knows from the tries before. */
export interface QuotaTry {
  /** Rows that are refused. */
  readonly refused: ReadonlyMap<number, Outcome>;
  /** Memories that carry no charge and are sure to have had none, and whether they are new: else they were in the archive. */
  readonly fresh: ReadonlyMap<string, boolean>;
}

/**
 * Keeps what an agent uses in a namespace within its quotas (spec memory-system §12). A memory is charged to its author in the
 * namespace where it is, for as long as it is live; a link to whoever makes it, in the namespace of its source. Charges commit
 * with the writes that cause them: they follow from what a batch did to the graph, so that every way to write is charged alike,
 * and a batch that did too much is rolled back and run again without the rows that are over (ADR 0018).
 */
export class Quotas {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #limits: QuotaLimits;

  constructor(database: Database, clock: () => Date, limits: QuotaLimits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Runs a transaction that calls {@link charge}, again without the rows that turn out to be over. */
  async within<Result>(transaction: (known: QuotaTry) => Promise<Result>): Promise<Result> {
    const refused = new Map<number, Outcome>();
    const fresh = new Map<string, boolean>();
    for (let attempt = 1; ; attempt++) {
      try {
        return await transaction({ refused, fresh });
      } catch (error) {
        if (error instanceof OverQuota) for (const [index, outcome] of error.outcomes) refused.set(index, outcome);
        else if (!(error instanceof Uncounted) || attempt === MOST_TRIES) throw error;
        else await this.#count(error, fresh);
      }
    }
  }

  /**
   * Charges what the rows of a batch did, inside its transaction and behind its statements.
   * @throws OverQuota, Uncounted, which `within` deals with
   */
  async charge(run: RunStatement, rows: readonly ChargedRow[], { fresh }: QuotaTry): Promise<void> {
    const now = this.#clock();
    const day = dayOf(now);
    const rowOf = subjectsOf(rows);
    const touched = rowOf.size === 0 ? [] : await run<Touched>('quota/touched', { ids: [...rowOf.keys()] });
    const isNew = newOnes(rows);
    const unsure = touched.filter(
      ({ id, live, quotaOf }) => live && quotaOf === null && !isNew.has(id) && !fresh.has(id),
    );
    if (unsure.length > 0) throw new Uncounted([], idsOf(unsure));

    const changed = touched.flatMap((memory) => {
      const charge = chargeOf(memory, fresh.get(memory.id) ?? isNew.has(memory.id), day);
      return charge ? [{ ...charge, memory, index: rowOf.get(memory.id) }] : [];
    });
    const charged = rows
      .map(({ index, drafts }) => {
        const own = changed.filter((one) => one.index === index).flatMap(({ changes }) => changes);
        return { index, changes: addUp([...own, ...linksOf(drafts)]) };
      })
      .filter(({ changes }) => changes.length > 0);
    const pairs = addUp(charged.flatMap(({ changes }) => changes));
    if (pairs.length === 0) return;

    const usages = await run<Usage>('quota/lock', {
      day,
      pairs: pairs.map(({ agentId, namespace }) => ({ agentId, namespace })),
    });
    const missing = usages.filter(({ countId }) => countId === null);
    const counts = new Map(usages.map((usage) => [pairKey(usage), usage.countId]));
    // What was charged in an earlier count, or counted since it was read, is looked at again.
    const stale = changed.filter(
      ({ memory: { agentId, quotaBytes, quotaNamespace, quotaOf } }) =>
        quotaBytes !== null && counts.get(pairKey({ agentId, namespace: quotaNamespace ?? '' })) !== quotaOf,
    );
    if (missing.length + stale.length > 0) throw new Uncounted(missing, idsOf(stale.map(({ memory }) => memory)));

    const used = new Map(usages.map((usage) => [pairKey(usage), plus(NOTHING, usage)]));
    const over = admit(charged, used, this.#limits, nextDay(now));
    if (over.size > 0) throw new OverQuota(over);
    await run('quota/charge', {
      now: toLocalDateTime(now),
      day,
      usages: pairs.map((pair) => ({ ...nameOf(pair), ...amounts(used.get(pairKey(pair)) ?? NOTHING) })),
      marks: changed.map(({ memory, mark }) => ({
        id: memory.id,
        bytes: mark.bytes === null ? null : integer(mark.bytes),
        namespace: mark.pair.namespace,
        day: mark.day,
        countId: counts.get(pairKey(mark.pair)) ?? null,
      })),
    });
  }

  /** Counts the pairs, and those of memories that were live before the batch; notes the others as fresh. */
  async #count({ pairs, ids }: Uncounted, fresh: Map<string, boolean>): Promise<void> {
    const before = ids.length === 0 ? [] : await this.#database.write((run) => run<Touched>('quota/touched', { ids }));
    const live = before.filter((memory) => memory.live);
    const there = new Set(idsOf(before));
    for (const id of ids) if (!live.some((memory) => memory.id === id)) fresh.set(id, !there.has(id));
    for (const { agentId, namespace } of addUp(
      [...pairs, ...live].map((pair) => ({ ...nameOf(pair), use: NOTHING })),
    )) {
      const now = this.#clock();
      const parameters = {
        agentId,
        namespace,
        countId: randomUUID(),
        now: toLocalDateTime(now),
        ...dayParameters(now),
      };
      await this.#database.write((run) => run('quota/count', parameters));
    }
  }
}

const idsOf = (memories: readonly { readonly id: string }[]) => memories.map(({ id }) => id);
const nameOf = ({ agentId, namespace }: Pair): Pair => ({ agentId, namespace });
const amounts = ({ memories, bytes, links }: Use) => ({
  memories: integer(memories),
  bytes: integer(bytes),
  links: integer(links),
});

/** Events that tell of a memory that takes more or less room than before. */
const RESIZING = new Set(['POST_STORE', 'POST_REFLECT', 'POST_UPDATE', 'POST_DELETE', 'POST_ARCHIVE', 'POST_RESTORE']);

/** The memories that rows wrote, each with its row. */
function subjectsOf(rows: readonly ChargedRow[]): Map<string, number> {
  const subjects = rows.flatMap(({ index, drafts }) =>
    drafts.flatMap(({ type, memoryIds: [id] }) =>
      id !== undefined && RESIZING.has(type) ? [[id, index] as const] : [],
    ),
  );
  return new Map(subjects);
}

/** Memories that rows made. */
function newOnes(rows: readonly ChargedRow[]): Set<string> {
  const made = rows.flatMap(({ drafts }) =>
    drafts.filter(
      ({ type, payload }) =>
        type === 'POST_REFLECT' || (type === 'POST_STORE' && (payload as { created?: boolean }).created === true),
    ),
  );
  return new Set(made.flatMap(({ memoryIds: [id] }) => id ?? []));
}

/** Links that a row made; those of a reflection come with it. */
function linksOf(drafts: readonly EventDraft[]): Change[] {
  return drafts.flatMap(({ type, actor, namespace, payload }) => {
    const links =
      type === 'POST_LINK' ? 1 : type === 'POST_REFLECT' ? (payload as { sources: unknown[] }).sources.length : 0;
    return links === 0 ? [] : [{ agentId: actor, namespace, use: { ...NOTHING, links } }];
  });
}

/** What a memory costs now, less what it cost before, and what is noted of it; null when that is the same. */
function chargeOf(memory: Touched, isNew: boolean, day: string) {
  const { agentId, namespace, quotaBytes } = memory;
  const charged = { agentId, namespace: memory.quotaNamespace ?? namespace };
  const bytes = memory.live ? bytesOf(memory) : null;
  if (bytes === quotaBytes && (bytes === null || charged.namespace === namespace)) return null;
  const madeOn = memory.quotaDay ?? (isNew ? day : null);
  const memories = madeOn === day ? 1 : 0;
  const before: Change[] =
    quotaBytes === null ? [] : [{ ...charged, use: minus({ memories, bytes: quotaBytes, links: 0 }) }];
  const after: Change[] = bytes === null ? [] : [{ agentId, namespace, use: { memories, bytes, links: 0 } }];
  return { changes: [...before, ...after], mark: { bytes, pair: { agentId, namespace }, day: madeOn } };
}

function bytesOf({ title, content, tags, metadataJson }: Touched): number {
  return Buffer.byteLength([title, content, ...(tags ?? []), metadataJson ?? ''].join(''), 'utf8');
}
