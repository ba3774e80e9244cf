import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';

/** A hit with the tokens of its content. */
export interface Counted<Hit> {
  readonly hit: Hit;
  readonly tokens: number;
}

/** Hits that fit a token budget. */
export interface Budgeted<Hit> {
  readonly kept: readonly Counted<Hit>[];
  readonly tokensUsed: number;
  readonly budgetRemaining: number | null;
  readonly dropped: number;
  readonly budgetOverflow: boolean;
}

/** Tokens of a text in cl100k; special-token names in it are plain text. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}

/**
 * Keeps, in order of rank, each hit that still fits. The best hit is always kept, with `budgetOverflow` when it alone is
 * too large; a budget of 0 keeps nothing (spec memory-system §4.3, with the skip-ahead that it lacks).
 */
export function withinBudget<Hit>(hits: readonly Counted<Hit>[], budget: number | null): Budgeted<Hit> {
  const kept: Counted<Hit>[] = [];
  let used = 0;
  for (const counted of hits) {
    const first = kept.length === 0 && counted === hits[0] && budget !== 0;
    if (budget !== null && !first && used + counted.tokens > budget) continue;
    kept.push(counted);
    used += counted.tokens;
  }
  return {
    kept,
    tokensUsed: used,
    budgetRemaining: budget === null ? null : Math.max(0, budget - used),
    dropped: hits.length - kept.length,
    budgetOverflow: budget !== null && used > budget,
  };
}
