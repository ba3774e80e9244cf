import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { searchPaths } from '../../src/graph/pathSearch.ts';

const BOUNDS = { maxDepth: 7, limit: 50, neighbours: 100_000, steps: 200_000 };

/** A graph of undirected edges, read as the database would. */
class Graph {
  readonly #neighbours = new Map<string, Set<string>>();
  reads = 0;

  constructor(edges: readonly (readonly [string, string])[]) {
    for (const [a, b] of edges) {
      if (a === b) continue;
      this.#of(a).add(b);
      this.#of(b).add(a);
    }
  }

  #of(id: string): Set<string> {
    const known = this.#neighbours.get(id) ?? new Set();
    this.#neighbours.set(id, known);
    return known;
  }

  read = async (ids: readonly string[], most: number) => {
    this.reads += 1;
    let room = most;
    const byId = new Map(
      ids.map((id) => {
        const part = [...this.#of(id)].slice(0, room);
        room -= part.length;
        return [id, part] as const;
      }),
    );
    return { byId, count: most - room };
  };

  /** All simple paths, found the plain way. */
  all(from: string, to: string, most: number, path: string[] = [from]): string[][] {
    if (path.at(-1) === to) return [path];
    if (path.length > most) return [];
    return [...this.#of(path.at(-1)!)]
      .filter((next) => !path.includes(next))
      .flatMap((next) => this.all(from, to, most, [...path, next]));
  }
}

const inOrder = (one: string[], other: string[]) =>
  one.length - other.length || (one.join('\0') < other.join('\0') ? -1 : 1);

describe('a search for paths', () => {
  test('finds what a plain search finds, in order, on any small graph', async () => {
    const node = fc.constantFrom(...'abcdefgh');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(node, node), { maxLength: 16 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 50 }),
        async (edges, maxDepth, limit) => {
          const graph = new Graph(edges);
          const all = graph.all('a', 'h', maxDepth).sort(inOrder);
          const found = await searchPaths('a', 'h', graph.read, { ...BOUNDS, maxDepth, limit });
          expect(found).toEqual({ paths: all.slice(0, limit), truncated: all.length > limit });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of four links reads twice', async () => {
    const graph = new Graph(['ab', 'bc', 'cd', 'de'].map((edge) => [edge[0]!, edge[1]!] as const));
    expect((await searchPaths('a', 'e', graph.read, { ...BOUNDS, maxDepth: 4 })).paths).toEqual([[...'abcde']]);
    expect(graph.reads).toBe(2);
  });

  test('between parts that are not joined ends as soon as the smaller is known', async () => {
    const far = Array.from({ length: 1000 }, (_, index) => ['y', `far ${index}`] as const);
    const graph = new Graph([['x', 'x2'], ...far]);
    expect(await searchPaths('x', 'y', graph.read, BOUNDS)).toEqual({ paths: [], truncated: false });
    expect(graph.reads).toBeLessThanOrEqual(2);
  });

  test.each([
    ['neighbours', { neighbours: 10 }],
    ['steps', { steps: 3 }],
  ])('that meets its bound of %s says so', async (_, bound) => {
    const star = Array.from({ length: 40 }, (_unused, index) => [
      ['a', `m${index}`] as const,
      [`m${index}`, 'z'] as const,
    ]);
    const found = await searchPaths('a', 'z', new Graph(star.flat()).read, { ...BOUNDS, ...bound });
    expect(found.truncated).toBe(true);
    expect(found.paths.length).toBeLessThan(40);
  });
});
