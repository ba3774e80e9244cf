import { toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { sharedKey } from './keys.ts';
import type { Memory } from './memory.ts';
import type { StoreInput } from './storeInput.ts';

/** The confidence of a memory about which nothing is said. */
export const DEFAULT_CONFIDENCE = 1;
/** Days after which the age of a source has lost half of its weight (spec memory-system §12: H). */
export const HALF_LIFE_DAYS = 30;
/** What a source of which nothing is known is worth (seed: ConfidenceSignals). */
const UNKNOWN_SOURCE = 0.5;
const DAY_MS = 86_400_000;

/** The part of a memory that says how certain it is, and why. */
export type Certainty = Pick<Memory, 'confidence' | 'confidenceSource' | 'confidenceSignals'>;

/** What a confidence is derived from (spec memory-system §1.1 `confidence_signals`). */
export interface ConfidenceSignals {
  /** Days since the memory was first known. */
  readonly source_age_days: number;
  /** Whether it was cut from a source. */
  readonly atom_derivation: boolean;
  /** How many other memories speak of the same entity or come from the same source. */
  readonly prior_corroboration_count: number;
  /** How much the signals still say: 1 for what is new, half after every half-life. */
  readonly freshness_factor: number;
  /** What memories of this source have turned out to be worth, 0 to 1. */
  readonly baseline_per_source: number;
}

/** The signals of a memory, freshness worked out. */
export function signalsOf(
  ageDays: number,
  atom: boolean,
  corroborations: number,
  baseline = UNKNOWN_SOURCE,
): ConfidenceSignals {
  const age = Math.max(0, ageDays);
  return {
    source_age_days: age,
    atom_derivation: atom,
    prior_corroboration_count: corroborations,
    freshness_factor: Math.exp((-age * Math.LN2) / HALF_LIFE_DAYS),
    baseline_per_source: baseline,
  };
}

/**
 * What a source is worth, 0 to 1: the share of its memories that nothing contradicts, by Laplace's rule of succession, so
 * that a source of which nothing is known is worth a half.
 */
export function baselineOf(memories: number, contested: number): number {
  return (memories - contested + 1) / (memories + 2);
}

/** The confidence that signals give, 0 to 1: the formula of spec memory-system §12, mixed with the baseline by freshness. */
export function derivedConfidence(signals: ConfidenceSignals): number {
  const { source_age_days: age, atom_derivation: atom, prior_corroboration_count: corroborations } = signals;
  const { freshness_factor: freshness, baseline_per_source: baseline } = signals;
  const derived =
    0.5 + 0.1 * Number(atom) + 0.05 * Math.log10(1 + corroborations) - (0.02 * age * Math.LN2) / HALF_LIFE_DAYS;
  return Math.min(1, Math.max(0, freshness * derived + (1 - freshness) * baseline));
}

/** How certain a new memory is: as its writer says, or else derived when that is asked for, or else the default. */
export async function certaintyOf(context: OperationContext, input: StoreInput): Promise<Certainty> {
  if (input.confidence != null)
    return { confidence: input.confidence, confidenceSource: 'CALLER_PROVIDED', confidenceSignals: null };
  if (!input.deriveConfidence)
    return { confidence: DEFAULT_CONFIDENCE, confidenceSource: 'DEFAULT', confidenceSignals: null };
  const now = context.services.clock();
  const age = (now.getTime() - (input.createdAt ?? now).getTime()) / DAY_MS;
  const signals = signalsOf(age, input.sourceSpan != null, await corroborationsOf(context, input));
  return {
    confidence: derivedConfidence(signals),
    confidenceSource: 'AUTO_DERIVED',
    confidenceSignals: { ...signals },
  };
}

/** Live memories of the same namespace, readable to the writer, that share the entity or the source. */
async function corroborationsOf(
  { services, principal, bookmarks }: OperationContext,
  { namespace, entityId, sourceUri }: StoreInput,
): Promise<number> {
  if (entityId == null && sourceUri == null) return 0;
  const [found] = await services.database.read<{ count: number }>(
    'memory/corroborations',
    {
      entityKey: sharedKey('entity', namespace, entityId ?? null),
      sourceKey: sharedKey('source', namespace, sourceUri ?? null),
      now: toLocalDateTime(services.clock()),
      reader: readerOf(principal),
    },
    { bookmarks },
  );
  return found?.count ?? 0;
}
