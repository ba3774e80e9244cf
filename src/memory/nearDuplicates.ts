import type { Database } from '../database/database.ts';
import { vectorValues } from '../database/values.ts';
import { audiencesIn, mayRead, readerOf } from '../governance/audience.ts';
import type { Principal } from '../agent/principal.ts';
import { NeighbourLookUp } from './neighbours.ts';
import { jaccard, tokensOf } from './overlap.ts';

/** Texts this near in meaning that share this many words say the same (spec memory-system §3.2). */
const LEAST_COSINE = 0.95;
const LEAST_OVERLAP = 0.3;

/** A memory on its way into the graph. */
export interface Newcomer {
  readonly id: string;
  readonly namespace: string;
  readonly title: string;
  readonly titleOwner: string;
  readonly content: string;
  readonly readers: readonly string[];
  /** As `vectorParameter` made it. */
  readonly vector: unknown;
}

/** Another memory that says nearly the same as a newcomer. */
export interface NearDuplicate {
  readonly existingId: string;
  /** Cosine. */
  readonly similarity: number;
  /** Jaccard of the words of the contents. */
  readonly tokenOverlap: number;
}

interface Arrival extends Newcomer {
  readonly values: Float32Array;
  /** The id it got, or null when it was not stored. */
  readonly stored: Promise<string | null>;
}

/**
 * Finds what says nearly the same as a memory that is about to be stored: in the graph, and among what this server is
 * storing at the same moment, so that rows of one bulk call meet each other. Two servers that store at the same moment do
 * not: the rule keeps noise down, it is no constraint.
 */
export class NearDuplicates {
  readonly #lookUp: NeighbourLookUp;
  /** What is being stored, by namespace, in order of arrival. */
  readonly #arrivals = new Map<string, Set<Arrival>>();

  constructor(database: Database, clock: () => Date) {
    this.#lookUp = new NeighbourLookUp(database, clock, LEAST_COSINE);
  }

  /**
   * Lets others know of a newcomer while `store` runs.
   * @param store gets the question for a near duplicate that the principal may read, `ignored` ones left out; answers the
   *   id under which the newcomer was stored, if it was
   */
  async announce<Result>(
    newcomer: Newcomer,
    principal: Principal,
    store: (
      find: (ignored: (other: { title: string; titleOwner: string }) => boolean) => Promise<NearDuplicate | null>,
    ) => Promise<{ result: Result; id: string | null }>,
  ): Promise<Result> {
    const present = this.#arrivals.get(newcomer.namespace) ?? new Set<Arrival>();
    this.#arrivals.set(newcomer.namespace, present);
    const earlier = [...present];
    let settle: (id: string | null) => void = () => {};
    const stored = new Promise<string | null>((resolve) => (settle = resolve));
    const arrival: Arrival = { ...newcomer, values: vectorValues(newcomer.vector), stored };
    present.add(arrival);
    try {
      const { result, id } = await store(
        async (ignored) =>
          (await amongArrivals(arrival, earlier, principal, ignored)) ??
          (await this.#inGraph(arrival, principal, ignored)),
      );
      settle(id);
      return result;
    } finally {
      settle(null);
      present.delete(arrival);
      if (present.size === 0) this.#arrivals.delete(newcomer.namespace);
    }
  }

  async #inGraph(
    { vector, namespace, content }: Arrival,
    principal: Principal,
    ignored: (other: { title: string; titleOwner: string }) => boolean,
  ): Promise<NearDuplicate | null> {
    const neighbours = await this.#lookUp.of({
      vector,
      namespace,
      all: principal.readsAll,
      audiences: audiencesIn(namespace, principal),
    });
    for (const neighbour of neighbours) {
      const tokenOverlap = overlap(content, neighbour.content);
      if (tokenOverlap !== null && !ignored(neighbour))
        return { existingId: neighbour.id, similarity: neighbour.similarity, tokenOverlap };
    }
    return null;
  }
}

/** The first of those that came before and will be there: their writes are waited for. */
async function amongArrivals(
  arrival: Arrival,
  earlier: readonly Arrival[],
  principal: Principal,
  ignored: (other: { title: string; titleOwner: string }) => boolean,
): Promise<NearDuplicate | null> {
  const reader = readerOf(principal);
  for (const other of earlier) {
    const similarity = cosineIfNear(arrival.values, other.values);
    if (similarity === null || !mayRead(reader, other.readers) || ignored(other)) continue;
    const tokenOverlap = overlap(arrival.content, other.content);
    const existingId = tokenOverlap === null ? null : await other.stored;
    if (tokenOverlap !== null && existingId !== null) return { existingId, similarity, tokenOverlap };
  }
  return null;
}

/** Jaccard of the words of two contents; null when it is too little, or they are the same text. */
function overlap(content: string, other: string): number | null {
  if (content === other) return null;
  const shared = jaccard(tokensOf(content), tokensOf(other));
  return shared >= LEAST_OVERLAP ? shared : null;
}

/** The cosine of two vectors of length 1, or null when it is too little; most pairs are told apart by a few dimensions. */
export function cosineIfNear(a: Float32Array, b: Float32Array): number | null {
  const most = 2 - 2 * LEAST_COSINE;
  let squares = 0;
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    squares += difference * difference;
    if (squares > most) return null;
  }
  return 1 - squares / 2;
}
