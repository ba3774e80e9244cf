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

/** How often a piece of work is done. */
interface Amount {
  /** How many do it at once, each starting its next when its last is done. */
  readonly clients?: number;
  readonly count: number;
  /** Rows that one turn handles, for the rate. */
  readonly rows?: number;
}

type Work = (turn: number) => Promise<unknown>;

/** Does work over and over and says how long it took. */
export async function timed(work: Work, amount: Amount): Promise<Timed> {
  return figuresOf([await round(work, amount, 0)], amount);
}

const ROUNDS = 8;

/**
 * Does two works in turns of an eighth of `count` each, after as many turns of warming up, so that a machine which slows
 * down or speeds up meanwhile, and a database which is still compiling, treat both alike.
 */
export async function sideBySide(one: Work, other: Work, amount: Amount): Promise<readonly [Timed, Timed]> {
  const each = { ...amount, count: Math.ceil(amount.count / ROUNDS) };
  const rounds: [Round[], Round[]] = [[], []];
  for (let turn = 0; turn < 2 * ROUNDS; turn++) {
    const pair = [await round(one, each, turn * each.count), await round(other, each, turn * each.count)] as const;
    if (turn < ROUNDS) continue;
    rounds[0].push(pair[0]);
    rounds[1].push(pair[1]);
  }
  return [figuresOf(rounds[0], each), figuresOf(rounds[1], each)];
}

interface Round {
  readonly took: readonly number[];
  readonly seconds: number;
}

async function round(work: Work, { clients = 1, count }: Amount, first: number): Promise<Round> {
  const took: number[] = [];
  let turn = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (turn < count) {
        const mine = first + turn++;
        const start = performance.now();
        await work(mine);
        took.push(performance.now() - start);
      }
    }),
  );
  return { took, seconds: (performance.now() - began) / 1000 };
}

function figuresOf(rounds: readonly Round[], { count, rows = 1 }: Amount): Timed {
  const took = rounds.flatMap((each) => each.took);
  const seconds = rounds.reduce((sum, each) => sum + each.seconds, 0);
  return {
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    perSecond: (count * rows * rounds.length) / seconds,
  };
}
