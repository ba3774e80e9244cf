/** Figures of repeated work: how long each took, in milliseconds. */
export interface Timed {
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
}

/** The value below which a share of the sorted values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/**
 * Does work over and over from a number of clients at once, each starting its next when its last is done.
 * @param work what is timed; `count` times in all, `rows` rows each time for the rate
 */
export async function timed(
  work: (turn: number) => Promise<unknown>,
  { clients = 1, count, rows = 1 }: { clients?: number; count: number; rows?: number },
): Promise<Timed> {
  const took: number[] = [];
  let turn = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (turn < count) {
        const mine = turn++;
        const start = performance.now();
        await work(mine);
        took.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return { p50: percentile(took, 0.5), p95: percentile(took, 0.95), perSecond: (count * rows) / seconds };
}
