import type { Outcome } from './write.ts';

/** What one agent may use in one namespace; null for no limit. */
export interface QuotaLimits {
  /** Memories made on one day, UTC. */
  readonly memories: number | null;
  /** UTF-8 bytes of title, content, tags and metadata of its live memories. */
  readonly bytes: number | null;
  /** Links made on one day, UTC. */
  readonly links: number | null;
}

/** An agent in a namespace. */
export interface Pair {
  readonly agentId: string;
  readonly namespace: string;
}

/** An amount of each kind. */
export interface Use {
  readonly memories: number;
  readonly bytes: number;
  readonly links: number;
}

/** What a row adds to a pair, or takes from it. */
export interface Change extends Pair {
  readonly use: Use;
}

/** Outcome of a row that would use more than there is; with what {@link admit} tells of it. */
export const QUOTA_EXCEEDED = 'QUOTA_EXCEEDED';

/** No use at all. */
export const NOTHING: Use = { memories: 0, bytes: 0, links: 0 };

const KINDS = ['memories', 'bytes', 'links'] as const;

/** Two uses together. */
export function plus(one: Use, other: Use): Use {
  return {
    memories: one.memories + other.memories,
    bytes: one.bytes + other.bytes,
    links: one.links + other.links,
  };
}

/** A use taken back. */
export function minus({ memories, bytes, links }: Use): Use {
  return { memories: -memories, bytes: -bytes, links: -links };
}

/** One text for a pair. */
export function pairKey({ agentId, namespace }: Pair): string {
  return `${agentId}\u001f${namespace}`;
}

/** Changes with those of one pair added up, in the order in which pairs are locked. */
export function addUp(changes: readonly Change[]): Change[] {
  const sums = new Map<string, Change>();
  for (const change of changes) {
    const key = pairKey(change);
    const { agentId, namespace } = change;
    sums.set(key, { agentId, namespace, use: plus(sums.get(key)?.use ?? NOTHING, change.use) });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}

/**
 * Charges rows one after the other. A row that asks for more of what is used up is left out; giving back is always allowed.
 * @param used what each pair uses before, by {@link pairKey}; changed to what it uses after
 * @returns the outcomes of the rows that are refused
 */
export function admit(
  rows: readonly { readonly index: number; readonly changes: readonly Change[] }[],
  used: Map<string, Use>,
  limits: QuotaLimits,
  resetsAt: string,
): Map<number, Outcome> {
  const refused = new Map<number, Outcome>();
  for (const { index, changes } of rows) {
    const over = changes.map((change) => breach(change, used.get(pairKey(change)) ?? NOTHING, limits)).find(Boolean);
    if (over)
      refused.set(index, { outcome: QUOTA_EXCEEDED, ...over, resetsAt: over.limit === 'bytes' ? null : resetsAt });
    else
      for (const change of changes) used.set(pairKey(change), plus(used.get(pairKey(change)) ?? NOTHING, change.use));
  }
  return refused;
}

function breach({ agentId, namespace, use }: Change, used: Use, limits: QuotaLimits) {
  const limit = KINDS.find((kind) => {
    const max = limits[kind];
    return max !== null && use[kind] > 0 && used[kind] + use[kind] > max;
  });
  return limit && { limit, current: used[limit], max: limits[limit], agentId, namespace };
}
