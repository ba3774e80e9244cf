import type { Tier } from './memory.ts';

/** Days after which a confidence that nothing reinforces is worth half, by tier; MID as spec memory-system §12 (H = 30 d). */
export const DECAY_HALF_LIFE_DAYS: Readonly<Record<Tier, number>> = { SHORT: 1, MID: 30, LONG: 365 };

const DAY_MS = 86_400_000;

/**
 * A confidence as it has decayed: half is left after every half-life. Decaying a stored decayed value further from the
 * moment it was stored gives the same as decaying the first one at once.
 * @param base the confidence at the last reinforcement, 0 to 1
 * @param lastReinforcement when it was stored, recalled or decayed last
 */
export function decayedConfidence(base: number, lastReinforcement: Date, now: Date, tier: Tier): number {
  const days = Math.max(0, now.getTime() - lastReinforcement.getTime()) / DAY_MS;
  return base * 0.5 ** (days / DECAY_HALF_LIFE_DAYS[tier]);
}
