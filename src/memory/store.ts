import { randomUUID } from 'node:crypto';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { badUserInput, notFound, OperationRefused } from '../errors.ts';
import { readerOf, readersOf } from '../governance/audience.ts';
import { memoryDeltaFromWire, memoryDeltaToWire } from '../hook/wire/memoryDelta.ts';
import { lineage } from '../namespace/path.ts';
import { commit, isTitleTaken, titleTaken } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { Overtaken } from '../pipeline/overtaken.ts';
import { attestedOf, refuseChangedByHook, UNSIGNED, type Attestation, type Attested } from '../signature/attest.ts';
import { expiredHolderEvents } from './archiveEvent.ts';
import { refuseClaimedAuthor } from './claimedAuthor.ts';
import { certaintyOf, DEFAULT_CONFIDENCE, type Certainty } from './confidence.ts';
import { embedMemory, type Embedded } from './embed.ts';
import { expiryOf } from './expiry.ts';
import type { Memory } from './memory.ts';
import { holderOf, mergeIntoHolder, shortensHolder } from './merge.ts';
import { personaKeyOf } from './persona.ts';
import { toRecord } from './record.ts';
import { refuseNearDuplicate } from './refuseNearDuplicate.ts';
import { refuseUnreadable } from './refuseUnreadable.ts';
import { citationsOf, storeInputSchema, type StoreInput } from './storeInput.ts';
import type { StoreResult } from './storeResult.ts';
import {
  onConflictOf,
  refuseOtherTime,
  refuseSignedMerge,
  refuseUnsigned,
  SIGNED_INPUT,
  storeAttestation,
} from './signedStore.ts';
import { askedWithRise, riseHook } from './tierRise.ts';
import { numberedTitles, titleKeyOf, titleWriteKey } from './titleKey.ts';

/** What is worked out before the hooks. */
interface Worked {
  /** The memory that would be written into, if any: merging into it is updating it. */
  readonly holder: Memory | null;
  readonly attestation: Attestation;
}

/** `storeMemory`: one new memory, or one merged into the holder of its title. */
export const storeMemory: Operation<StoreInput, Worked, StoreResult> = {
  name: 'storeMemory',
  kind: 'write',
  input: storeInputSchema,
  async prepare(context, input) {
    const [holder, attestation] = await Promise.all([
      input.onConflict === 'MERGE' ? holderOf(context, input) : null,
      storeAttestation(context, input),
    ]);
    refuseClaimedAuthor(context, input.metadata, holder?.agentId);
    return { holder, attestation };
  },
  preHooks: [
    {
      event: 'pre_store',
      // What is not derived is shown with its default, as every other field.
      payload: (input, _prepared, { principal }) =>
        memoryDeltaToWire(
          input.deriveConfidence ? input : { ...input, confidence: input.confidence ?? DEFAULT_CONFIDENCE },
          principal.agentId,
        ),
      namespace: (input) => input.namespace,
      apply(input, delta) {
        const changed = { ...input, ...memoryDeltaFromWire(delta) };
        refuseChangedByHook(input, changed, SIGNED_INPUT);
        return changed;
      },
    },
    riseHook<StoreInput, Worked, StoreResult>({
      memory: ({ holder }) => holder,
      tier: ({ tier }) => tier,
      withTier: (input, tier) => ({ ...input, tier }),
    }),
  ],
  governed(input, { holder }, { principal, services }) {
    const { namespace } = input;
    if (!holder) return [{ action: 'STORE', namespace, memoryId: null, owner: principal.agentId }];
    const update = { action: 'UPDATE', namespace, memoryId: holder.id, owner: holder.agentId } as const;
    const shortens = shortensHolder(holder, input, services.clock());
    return [
      ...askedWithRise(update, input.tier, holder),
      ...(shortens ? [{ ...update, action: 'DELETE' as const }] : []),
    ];
  },
  check(context, input, { holder, attestation }) {
    refuseUnreadable(context, { scope: input.scope, namespace: input.namespace });
    refusePast(context, input);
    refuseOtherTime(context, input);
    refuseUnsigned(context, input);
    refuseSignedMerge(input, holder);
    attestedOf(attestation);
  },
  run: (context, input, { holder, attestation }) =>
    holder ? mergeIntoHolder(context, input, holder) : create(context, input, attestedOf(attestation)),
  pending: (pending) => ({ memory: null, created: false, pending, detectConflicts: false }),
};

async function create(context: OperationContext, input: StoreInput, attested: Attested): Promise<StoreResult> {
  const [embedded, certainty] = await Promise.all([
    embedMemory(context, input.title, input.content),
    certaintyOf(context, input),
  ]);
  const memory = { ...newMemory(context, input, embedded.status), ...certainty, ...attested };
  if (embedded.vector === null) return await writeNew(context, input, memory, embedded);
  const key = titleKeyOf(memory);
  const newcomer = { ...memory, ...key, readers: readersOf(memory), vector: embedded.vector };
  return await context.services.nearDuplicates.announce(newcomer, context.principal, async (find) => {
    if (!input.force) await refuseNearDuplicate(context, input, key, find);
    const result = await writeNew(context, input, memory, embedded);
    return { result, id: result.memory?.id ?? null };
  });
}

async function writeNew(
  context: OperationContext,
  input: StoreInput,
  memory: Memory,
  embedded: Embedded,
): Promise<StoreResult> {
  const personaKey = personaKeyOf(memory);
  const episodeKey = input.episode == null ? null : [input.namespace, memory.agentId, input.episode].join('\u001f');
  const stored = (outcome: Outcome): StoreResult => ({
    memory: {
      ...memory,
      title: outcome['title'] as string,
      episode: (outcome['episode'] as string | null) ?? null,
      personaVersion: (outcome['personaVersion'] as number | null) ?? null,
    },
    created: true,
    pending: null,
    detectConflicts: input.detectConflicts,
  });
  const onConflict = onConflictOf(input);
  const committed = await commit<StoreResult>(context, {
    statement: 'memory/store',
    row: {
      record: toRecord(memory, { ...embedded.properties, episodeKey }),
      vector: embedded.vector,
      onConflict,
      ...numberedTitles(memory.title),
      follows: input.follows ?? null,
      reader: readerOf(context.principal),
    },
    keys: [
      titleWriteKey(titleKeyOf(memory)),
      ...(input.follows == null ? [] : [`memory:${input.follows}`]),
      ...(personaKey === null ? [] : [`persona:${personaKey}`]),
    ],
    namespaces: lineage(memory.namespace),
    passages: embedded.passages.length === 0 ? [] : [{ id: memory.id, parts: embedded.passages }],
    chain: { id: memory.id, follows: input.follows ?? null, episodeKey },
    persona: personaKey === null ? undefined : { id: memory.id, key: personaKey },
    events: (outcome) => [storeEvent(context, stored(outcome)), ...expiredHolderEvents(outcome)],
    recover: (payload) => recovered(payload as StoreResult),
    result: stored,
  });
  if ('result' in committed) return committed.result;
  const { refused } = committed;
  // Somebody was faster to this title: a version finds the next number, a merge the holder, unless it is a hidden one.
  const hidden = refused.outcome === 'CONFLICT' && refused['existingId'] === null;
  if (isTitleTaken(refused) && onConflict !== 'ERROR' && !hidden) throw new Overtaken();
  if (isTitleTaken(refused)) throw titleTaken(memory.namespace, memory.title, refused);
  if (refused.outcome === 'NO_FREE_TITLE') {
    throw new OperationRefused('CONFLICT', 'all titles up to (1024) are taken', {
      reason: 'TITLE_TAKEN',
      title: memory.title,
    });
  }
  if (refused.outcome === 'FOLLOWS_MISSING') throw notFound('memory', input.follows ?? '');
  throw new Error(`unexpected outcome ${refused.outcome}`);
}

/** A memory as a checked input describes it, not yet stored. */
export function newMemory(
  { services, principal }: OperationContext,
  input: StoreInput,
  embeddingStatus: Memory['embeddingStatus'],
): Omit<Memory, keyof Certainty> {
  const now = services.clock();
  return {
    id: randomUUID(),
    tier: input.tier,
    namespace: input.namespace,
    title: input.title,
    content: input.content,
    tags: input.tags,
    priority: input.priority,
    source: input.source,
    accessCount: 0,
    createdAt: (input.createdAt ?? now).toISOString(),
    updatedAt: now.toISOString(),
    lastAccessedAt: null,
    expiresAt: expiryOf(input.tier, input, now),
    metadata: input.metadata,
    reflectionDepth: 0,
    memoryKind: input.kind,
    entityId: input.entityId ?? null,
    personaVersion: null,
    citations: citationsOf(input),
    sourceUri: input.sourceUri ?? null,
    sourceSpan: input.sourceSpan ?? null,
    confidenceDecayedAt: null,
    version: 1,
    agentId: principal.agentId,
    scope: input.scope,
    targetAgentId: input.scope === 'PRIVATE' ? (input.targetAgentId ?? null) : null,
    embeddingStatus,
    episode: input.episode ?? null,
    ...UNSIGNED,
  };
}

/** The event of a stored memory. */
export function storeEvent({ principal }: OperationContext, { memory, created }: StoreResult): EventDraft {
  if (!memory) throw new Error('a stored memory is missing');
  return {
    type: 'POST_STORE',
    namespace: memory.namespace,
    actor: principal.agentId,
    readers: readersOf(memory),
    memoryIds: [memory.id],
    payload: { memory, created },
  };
}

function recovered({ memory }: StoreResult): Outcome {
  return { outcome: 'OK', title: memory?.title, episode: memory?.episode, personaVersion: memory?.personaVersion };
}

function refusePast({ services }: OperationContext, { expiresAt }: StoreInput): void {
  if (expiresAt && expiresAt <= services.clock())
    throw badUserInput('expiresAt', 'in the future', expiresAt.toISOString());
}
