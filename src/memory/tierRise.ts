import type { GovernedRequest } from '../governance/request.ts';
import { fromWireName, toWireName } from '../hook/wire/values.ts';
import type { PreHook } from '../pipeline/operation.ts';
import { TIERS, type Memory, type Tier } from './memory.ts';

/** How an operation that may raise a tier in passing says so. */
export interface TierRise<Input, Prepared> {
  /** The memory that would rise; null when none is there. */
  memory(prepared: Prepared): Memory | null;
  /** The tier that is asked for. */
  tier(input: Input): Tier | null | undefined;
  /** The input with another tier, to be parsed again. */
  withTier(input: Input, tier: string): unknown;
}

/** Whether a wished tier is above that of a memory. */
export function rises(wished: Tier | null | undefined, memory: Pick<Memory, 'tier'> | null): boolean {
  return memory != null && wished != null && TIERS.indexOf(wished) > TIERS.indexOf(memory.tier);
}

/** Raising a tier by an update or a merge is a promotion: it must not get past the hooks that watch promotions. */
export function riseHook<Input, Prepared, Result>(rise: TierRise<Input, Prepared>): PreHook<Input, Prepared, Result> {
  return {
    event: 'pre_promote',
    applies: (input, prepared) => rises(rise.tier(input), rise.memory(prepared)),
    payload: (input, prepared) => {
      const memory = rise.memory(prepared);
      return {
        id: memory?.id,
        from_tier: memory && toWireName(memory.tier),
        to_tier: toWireName(rise.tier(input) ?? memory?.tier ?? ''),
      };
    },
    namespace: (_input, prepared) => rise.memory(prepared)?.namespace ?? null,
    apply: (input, { to_tier: tier }) => (typeof tier === 'string' ? rise.withTier(input, fromWireName(tier)) : input),
  };
}

/** Nor past those who govern promotions: what governance is asked about a write into a memory that may raise its tier. */
export function askedWithRise(
  request: GovernedRequest,
  wished: Tier | null | undefined,
  memory: Memory | null,
): readonly GovernedRequest[] {
  return rises(wished, memory) ? [request, { ...request, action: 'PROMOTE' }] : [request];
}
