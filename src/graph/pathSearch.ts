/**
 * Finds simple paths between two nodes of a graph that is read piece by piece, shortest first, then in the order of ids.
 * The search grows from both ends, so that a path of four links needs the neighbours of what is one link from either end.
 */

/** Reads the neighbours of nodes, whichever way links point; cut short when there are more than `most` in all. */
export type ReadNeighbours = (ids: readonly string[], most: number) => Promise<Neighbours>;

/** What a read found. */
export interface Neighbours {
  readonly byId: ReadonlyMap<string, readonly string[]>;
  /** How many neighbours in all. */
  readonly count: number;
}

/** How much a search may look at. */
export interface SearchBounds {
  readonly maxDepth: number;
  /** Paths wanted; one more is looked for, to tell of a cut. */
  readonly limit: number;
  /** Neighbours read. */
  readonly neighbours: number;
  /** Nodes stepped on while paths are put together. */
  readonly steps: number;
}

/** Paths as ids, both ends included. */
export interface FoundPaths {
  readonly paths: readonly (readonly string[])[];
  /** True when there are more paths than `limit`, or a bound of the search was met. */
  readonly truncated: boolean;
}

/** Both ends grow in one read while together they are no more nodes than this: a round trip costs more than they do. */
const GROW_TOGETHER = 256;

/** What has been reached from one end. */
interface Side {
  readonly seen: Map<string, number>;
  frontier: string[];
  levels: number;
}

/** Searches from one node to another one. */
export async function searchPaths(
  from: string,
  to: string,
  read: ReadNeighbours,
  bounds: SearchBounds,
): Promise<FoundPaths> {
  const known = new KnownGraph(read, bounds.neighbours);
  const ahead: Side = { seen: new Map([[from, 0]]), frontier: [from], levels: 0 };
  const behind: Side = { seen: new Map([[to, 0]]), frontier: [to], levels: 0 };
  const paths: string[][] = [];
  const budget = { steps: bounds.steps };
  for (let length = 1; length <= bounds.maxDepth && paths.length <= bounds.limit; length++) {
    // Every link of a path of this length must be known from one of its ends.
    while (ahead.levels + behind.levels < length) {
      const room = bounds.maxDepth - ahead.levels - behind.levels;
      const smaller = ahead.frontier.length <= behind.frontier.length ? ahead : behind;
      const small = ahead.frontier.length + behind.frontier.length <= GROW_TOGETHER;
      await grow(known, room >= 2 && small ? [ahead, behind] : [smaller], [from, to]);
    }
    const isApart =
      (ahead.frontier.length === 0 && !ahead.seen.has(to)) || (behind.frontier.length === 0 && !behind.seen.has(from));
    if (isApart) break;
    collectPaths({ from, to, length, known, ahead, budget, most: bounds.limit + 1 }, paths);
  }
  return {
    paths: paths.slice(0, bounds.limit),
    truncated: paths.length > bounds.limit || known.cut || budget.steps <= 0,
  };
}

/** The part of the graph that was read; links have no direction. */
class KnownGraph {
  /** True once neighbours were left unread. */
  cut = false;
  readonly #neighbours = new Map<string, Set<string>>();
  readonly #sorted = new Map<string, readonly string[]>();
  readonly #whole = new Set<string>();
  readonly #read: ReadNeighbours;
  #room: number;

  constructor(read: ReadNeighbours, room: number) {
    this.#read = read;
    this.#room = room;
  }

  /** Reads all neighbours of nodes, as far as the bound lets it. */
  async learn(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#whole.has(id));
    if (missing.length === 0 || this.cut) return;
    const { byId, count } = await this.#read(missing, this.#room);
    this.cut = count >= this.#room;
    this.#room -= count;
    for (const id of missing) this.#whole.add(id);
    this.#sorted.clear();
    for (const [id, others] of byId) {
      for (const other of others) {
        this.#setOf(id).add(other);
        this.#setOf(other).add(id);
      }
    }
  }

  /** Neighbours in the order of their ids. */
  of(id: string): readonly string[] {
    const sorted = this.#sorted.get(id) ?? [...(this.#neighbours.get(id) ?? [])].sort();
    this.#sorted.set(id, sorted);
    return sorted;
  }

  #setOf(id: string): Set<string> {
    const known = this.#neighbours.get(id) ?? new Set();
    this.#neighbours.set(id, known);
    return known;
  }
}

/** Goes one level further from each side; a path never goes on behind one of its ends. */
async function grow(known: KnownGraph, sides: readonly Side[], ends: readonly string[]): Promise<void> {
  await known.learn(sides.flatMap(({ frontier }) => frontier));
  for (const side of sides) {
    side.levels += 1;
    const next: string[] = [];
    for (const id of side.frontier) {
      for (const other of known.of(id)) {
        if (side.seen.has(other)) continue;
        side.seen.set(other, side.levels);
        if (!ends.includes(other)) next.push(other);
      }
    }
    side.frontier = next;
  }
}

interface Collection {
  readonly from: string;
  readonly to: string;
  readonly length: number;
  readonly known: KnownGraph;
  readonly ahead: Side;
  readonly budget: { steps: number };
  readonly most: number;
}

/** Adds the simple paths of exactly one length, in the order of ids. */
function collectPaths(search: Collection, paths: string[][]): void {
  const { from, to, length, known, budget, most } = search;
  const leadsThere = waysTo(search);
  const path = [from];
  const step = (id: string, left: number): void => {
    if (left === 0) {
      paths.push([...path]);
      return;
    }
    for (const next of known.of(id)) {
      if (paths.length >= most || budget.steps <= 0) return;
      if (!leadsThere[left - 1]?.has(next) || path.includes(next)) continue;
      budget.steps -= 1;
      path.push(next);
      step(next, left - 1);
      path.pop();
    }
  };
  if (from !== to) step(from, length);
}

/** By number of links left: nodes from which a walk of just so many ends at the target, as far as the start can be near enough. */
function waysTo({ from, to, length, known, ahead }: Collection): ReadonlySet<string>[] {
  const ways: Set<string>[] = [new Set([to])];
  for (let left = 1; left < length; left++) {
    const level = new Set<string>();
    for (const id of ways[left - 1] ?? []) {
      for (const other of known.of(id)) {
        if (other === from || other === to) continue;
        const distance = ahead.seen.get(other);
        const near = distance === undefined ? length - left > ahead.levels : distance <= length - left;
        if (near) level.add(other);
      }
    }
    ways.push(level);
  }
  return ways;
}
