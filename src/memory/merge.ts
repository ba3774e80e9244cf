import { setTimeout as sleep } from 'node:timers/promises';
import { toLocalDateTime } from '../database/values.ts';
import { OperationRefused } from '../errors.ts';
import { mayRead, readerOf, readersOf } from '../governance/audience.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { Overtaken } from '../pipeline/overtaken.ts';
import { changeOf, type Change } from './change.ts';
import { DEFAULT_CONFIDENCE } from './confidence.ts';
import { endsEarlier, expiryOf } from './expiry.ts';
import { TIERS, type Memory, type MemoryKind, type Tier } from './memory.ts';
import { fromRecord, type MemoryRecord } from './record.ts';
import { citationsOf, type StoreInput } from './storeInput.ts';
import type { StoreResult } from './storeResult.ts';
import { titleKeyOf } from './titleKey.ts';
import { writeChange } from './writeChange.ts';

const TRIES = 100;
const STICKY: ReadonlySet<MemoryKind> = new Set(['REFLECTION', 'PERSONA']);

/**
 * The live holder of an input's title that `onConflict: MERGE` would write into, for governance to know whose it is; null
 * when there is none, and also when the caller may not read it.
 */
export async function holderOf(context: OperationContext, input: StoreInput): Promise<Memory | null> {
  const [row] = await context.services.database.read<{ record: MemoryRecord }>('memory/find-by-title', {
    ...titleKeyOf({ ...input, agentId: context.principal.agentId }),
    now: toLocalDateTime(context.services.clock()),
  });
  const holder = row && fromRecord(row.record);
  return holder && mayRead(readerOf(context.principal), readersOf(holder)) ? holder : null;
}

/**
 * `onConflict: MERGE`: writes an input into the holder that governance was asked about.
 * @throws Overtaken when the title has another holder by now, or none
 */
export async function mergeIntoHolder(
  context: OperationContext,
  input: StoreInput,
  governed: Memory,
): Promise<StoreResult> {
  let holder: Memory | null = governed;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (holder?.id !== governed.id) throw new Overtaken();
    const now = context.services.clock();
    if (shortensHolder(holder, input, now) && !shortensHolder(governed, input, now)) throw new Overtaken();
    const committed = await writeChange(context, mergeChange(holder, input, now), (memory): StoreResult => ({
      memory,
      created: false,
      pending: null,
      detectConflicts: input.detectConflicts,
    }));
    if ('result' in committed) return committed.result;
    await sleep(Math.random() * 5 * Math.min(attempt, 10));
    holder = await holderOf(context, input);
  }
  throw new OperationRefused('UNAVAILABLE', 'the memory changes too fast to merge into');
}

/** The upsert rules of spec memory-system §3.2. */
export function mergeChange(holder: Memory, input: StoreInput, now: Date): Change {
  const tier = tierAfter(holder, input);
  return changeOf(
    holder,
    {
      content: input.content,
      tags: input.tags,
      source: input.source,
      priority: Math.max(holder.priority, input.priority),
      confidence: Math.max(holder.confidence, input.confidence ?? DEFAULT_CONFIDENCE),
      tier,
      expiresAt: expiryAfter(holder, input, now),
      metadata: input.metadata,
      memoryKind: STICKY.has(holder.memoryKind) ? holder.memoryKind : input.kind,
      entityId: holder.entityId ?? input.entityId ?? null,
      ...(input.citations.length > 0 ? { citations: citationsOf(input) } : {}),
      sourceUri: input.sourceUri ?? holder.sourceUri,
      sourceSpan: input.sourceSpan ?? holder.sourceSpan,
    },
    now,
  );
}

/** Whether a merge has its holder end earlier than it would. */
export function shortensHolder(holder: Memory, input: StoreInput, now: Date): boolean {
  return endsEarlier(holder, expiryAfter(holder, input, now));
}

function tierAfter(holder: Memory, { tier }: StoreInput): Tier {
  return TIERS.indexOf(tier) > TIERS.indexOf(holder.tier) ? tier : holder.tier;
}

function expiryAfter(holder: Memory, input: StoreInput, now: Date): string | null {
  const tier = tierAfter(holder, input);
  if (tier === 'LONG') return null;
  return input.expiresAt || input.ttlSecs ? expiryOf(tier, input, now) : holder.expiresAt;
}
