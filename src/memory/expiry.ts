import type { Memory, Tier } from './memory.ts';

/** Seconds to live when nothing else is said (seed: `Tier::default_ttl_secs`); null for ever. */
export const TIER_TTL_SECONDS: Readonly<Record<Tier, number | null>> = { SHORT: 21_600, MID: 604_800, LONG: null };

/** What may be said about a memory's end. */
export interface ExpiryWish {
  readonly expiresAt?: Date | null | undefined;
  readonly ttlSecs?: number | null | undefined;
}

/** When a new memory expires: `expiresAt` over `ttlSecs` over the tier (spec memory-system §1.2); null for never. */
export function expiryOf(tier: Tier, wish: ExpiryWish, from: Date): string | null {
  if (wish.expiresAt) return wish.expiresAt.toISOString();
  const seconds = wish.ttlSecs ?? TIER_TTL_SECONDS[tier];
  return seconds === null ? null : new Date(from.getTime() + seconds * 1000).toISOString();
}

/** When a memory expires that rises to a tier: never for LONG, else no sooner than before and than the tier's time from now. */
export function expiryAfterRise(tier: Tier, before: string | null, now: Date): string | null {
  const seconds = TIER_TTL_SECONDS[tier];
  if (seconds === null || before === null) return null;
  const renewed = new Date(now.getTime() + seconds * 1000).toISOString();
  return renewed > before ? renewed : before;
}

/** Whether a wish has a memory end earlier than it would: that is to archive it, only later. */
export function endsEarlier({ expiresAt }: Pick<Memory, 'expiresAt'>, wished: string | null | undefined): boolean {
  return wished != null && (expiresAt === null || wished < expiresAt);
}
