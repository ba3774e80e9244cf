import { setTimeout as sleep } from 'node:timers/promises';
import { toLocalDateTime } from '../database/values.ts';
import { OperationRefused } from '../errors.ts';
import { mayRead, readerOf, readersOf } from '../governance/audience.ts';
import { titleTaken } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { changeOf, type Change } from './change.ts';
import { DEFAULT_CONFIDENCE } from './confidence.ts';
import { expiryOf } from './expiry.ts';
import { TIERS, type Memory, type MemoryKind } from './memory.ts';
import { fromRecord, type MemoryRecord } from './record.ts';
import { citationsOf, type StoreInput } from './storeInput.ts';
import type { StoreResult } from './storeResult.ts';
import { titleKeyOf } from './titleKey.ts';
import { writeChange } from './writeChange.ts';

const TRIES = 100;
const STICKY: ReadonlySet<MemoryKind> = new Set(['REFLECTION', 'PERSONA']);

/**
 * `onConflict: MERGE`: writes an input into the live holder of its title.
 * @returns null when there is no holder
 * @throws OperationRefused CONFLICT when the holder is not the caller's to read
 */
export async function mergeIntoHolder(context: OperationContext, input: StoreInput): Promise<StoreResult | null> {
  const key = titleKeyOf({ ...input, agentId: context.principal.agentId });
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const [row] = await context.services.database.read<{ record: MemoryRecord }>('memory/find-by-title', {
      ...key,
      now: toLocalDateTime(context.services.clock()),
    });
    if (!row) return null;
    const holder = fromRecord(row.record);
    if (!mayRead(readerOf(context.principal), readersOf(holder)))
      throw titleTaken(key.namespace, key.title, { outcome: 'CONFLICT' });
    const committed = await writeChange(
      context,
      mergeChange(holder, input, context.services.clock()),
      (memory): StoreResult => ({ memory, created: false, pending: null, detectConflicts: input.detectConflicts }),
    );
    if ('result' in committed) return committed.result;
    await sleep(Math.random() * 5 * Math.min(attempt, 10));
  }
  throw new OperationRefused('UNAVAILABLE', 'the memory changes too fast to merge into');
}

/** The upsert rules of spec memory-system §3.2. */
export function mergeChange(holder: Memory, input: StoreInput, now: Date): Change {
  const tier = TIERS.indexOf(input.tier) > TIERS.indexOf(holder.tier) ? input.tier : holder.tier;
  const wished = input.expiresAt || input.ttlSecs ? expiryOf(tier, input, now) : undefined;
  return changeOf(
    holder,
    {
      content: input.content,
      tags: input.tags,
      source: input.source,
      priority: Math.max(holder.priority, input.priority),
      confidence: Math.max(holder.confidence, input.confidence ?? DEFAULT_CONFIDENCE),
      tier,
      expiresAt: tier === 'LONG' ? null : (wished ?? holder.expiresAt),
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
