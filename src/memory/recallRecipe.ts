/**
 * The numbers of the default ranking. Starting points from one held-out corpus (design §4 "Fusion"): full text alone
 * finds .58 of the evidence in ten hits, vectors alone .55, both fused .65, with spreading .71, with the episode score
 * .73. Access counts, tier and priority are not in it on purpose: recall must not feed its own ranking.
 */
export const RECALL_RECIPE = {
  /** Share of meaning; words have the rest. */
  vectorWeight: 0.4,
  /** What a hit passes on to its neighbours in the episode, and to the ones behind them. */
  next: 0.4,
  afterNext: 0.2,
  /** What a hit passes on along a valid link of any relation. */
  link: 0.2,
  /** Weight of an episode's own score: the mean of its three best members, relative to the best episode. */
  episode: 0.3,
} as const;

/** Candidates that each arm brings; 50 were as good as 200. */
export const CANDIDATES = 50;

/** Passages looked at besides, where there are any: several may belong to one memory (docs/adr/0010-passages.md). */
export const PASSAGES = 200;

/** How fast weight falls with each level up the namespace tree (spec memory-system §4.2). */
export function levelWeight(levels: number): number {
  return 1 / (1 + 0.3 * levels);
}
