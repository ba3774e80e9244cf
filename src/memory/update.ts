import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { badUserInput, notFound, OperationRefused } from '../errors.ts';
import { memoryDeltaFromWire, memoryDeltaToWire } from '../hook/wire/memoryDelta.ts';
import { isTitleTaken, titleTaken } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { Overtaken } from '../pipeline/overtaken.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { refuseTooDeep } from '../reflection/depthCap.ts';
import {
  contentSchema,
  integerBetween,
  memoryIdSchema,
  metadataSchema,
  namespaceSchema,
  numberBetween,
  sourceUriSchema,
  tagsSchema,
  titleSchema,
} from './bounds.ts';
import { instantSchema } from './instant.ts';
import { changeOf, type Change } from './change.ts';
import { refuseClaimedAuthor } from './claimedAuthor.ts';
import { EDIT_SOURCES, isAppendOnly } from './editSource.ts';
import { endsEarlier, expiryAfterRise } from './expiry.ts';
import { SCOPES, TIERS, type Memory, type Tier } from './memory.ts';
import { readMemories } from './read.ts';
import { refuseUnreadable } from './refuseUnreadable.ts';
import { supersede } from './supersede.ts';
import { writeChange } from './writeChange.ts';
import { askedWithRise, riseHook } from './tierRise.ts';

const TRIES = 100;

/** Fields to change: absent and (but for `expiresAt`, `sourceUri`) null ones stay as they are. */
const fieldsSchema = z.object({
  title: titleSchema.nullish(),
  content: contentSchema.nullish(),
  tier: z.enum(TIERS, `one of ${TIERS.join(', ')}`).nullish(),
  namespace: namespaceSchema.nullish(),
  tags: tagsSchema.nullish(),
  priority: integerBetween(1, 10).nullish(),
  confidence: numberBetween(0, 1).nullish(),
  expiresAt: instantSchema.nullish(),
  metadata: metadataSchema.nullish(),
  sourceUri: sourceUriSchema.nullish(),
  scope: z.enum(SCOPES, `one of ${SCOPES.join(', ')}`).nullish(),
});

const nestedSchema = z.object({
  id: memoryIdSchema,
  fields: fieldsSchema,
  expectedVersion: integerBetween(1, 2_147_483_647).nullish(),
  editSource: z.enum(EDIT_SOURCES, `one of ${EDIT_SOURCES.join(', ')}`).nullish(),
});

type UpdateInput = z.output<typeof nestedSchema>;

/** A field is named in a refusal as the client knows it, `priority`, not by where it is kept here. */
const inputSchema = z.unknown().transform((raw, context): UpdateInput => {
  const parsed = nestedSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  for (const { path, ...issue } of parsed.error.issues) {
    context.issues.push({ ...issue, path: path[0] === 'fields' ? path.slice(1) : path, input: raw } as never);
  }
  return z.NEVER;
});

/** What `updateMemory` did. */
export interface UpdateResult {
  readonly memory: Memory | null;
  readonly pending: PendingAction | null;
}

/**
 * `updateMemory`: changes the given fields of one memory. Fires the same hooks as a store (design §6), and those of a
 * promotion when its tier rises. An edit by an LLM or a hook leaves the row as it is: see {@link supersede}.
 */
export const updateMemory: Operation<UpdateInput, Memory, UpdateResult> = {
  name: 'updateMemory',
  kind: 'write',
  input: inputSchema,
  async prepare(context, { id, fields }) {
    const [memory] = await readMemories(context, [id]);
    if (!memory) throw notFound('memory', id);
    refuseClaimedAuthor(context, fields.metadata, memory.agentId);
    return memory;
  },
  preHooks: [
    {
      event: 'pre_store',
      payload: ({ id, fields }) => ({ id, ...memoryDeltaToWire(fields) }),
      namespace: ({ fields }, memory) => fields.namespace ?? memory.namespace,
      apply: (input, delta) => ({ ...input, fields: { ...input.fields, ...memoryDeltaFromWire(delta) } }),
    },
    riseHook<UpdateInput, Memory, UpdateResult>({
      memory: (memory) => memory,
      tier: ({ fields }) => fields.tier,
      withTier: (input, tier) => ({ ...input, fields: { ...input.fields, tier } }),
    }),
  ],
  governed: ({ id, fields }, memory) => {
    const update = { action: 'UPDATE', namespace: memory.namespace, memoryId: id, owner: memory.agentId } as const;
    const to = fields.namespace ?? memory.namespace;
    return [
      ...askedWithRise(update, fields.tier, memory),
      ...(shortens(memory, fields) ? [{ ...update, action: 'DELETE' as const }] : []),
      // What moves is stored where it goes.
      ...(to === memory.namespace
        ? []
        : [{ ...update, action: 'STORE' as const, namespace: to, depth: memory.reflectionDepth }]),
    ];
  },
  check(context, { fields }, memory) {
    refuseTooDeep(context);
    if (!fields.scope && !fields.namespace) return;
    // The author stays the author: who makes another's memory private would lose sight of it.
    refuseUnreadable(context, {
      ...memory,
      scope: fields.scope ?? memory.scope,
      namespace: fields.namespace ?? memory.namespace,
    });
  },
  async run(context, input, judged) {
    const { id, expectedVersion } = input;
    // Without an expected version all who ask win, one after the other; with one, all but one are refused at once.
    if (expectedVersion != null) return await change(context, input, judged);
    return await context.services.turns.take(id, () => change(context, input, judged));
  },
  pending: (pending) => ({ memory: null, pending }),
};

/** @param judged the memory as governance was asked about it */
async function change(context: OperationContext, input: UpdateInput, judged: Memory): Promise<UpdateResult> {
  const { editSource } = input;
  const write = isAppendOnly(editSource) ? supersede : writeChange;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const [memory] = await readMemories(context, [input.id]);
    if (!memory) throw notFound('memory', input.id);
    if (memory.namespace !== judged.namespace) throw new Overtaken();
    if (shortens(memory, input.fields) && !shortens(judged, input.fields)) throw new Overtaken();
    refuseOtherVersion(memory, input.expectedVersion);
    const worked = updateChange(memory, input.fields, context.services.clock());
    const committed = await write(context, worked, (after): UpdateResult => ({ memory: after, pending: null }), {
      editSource,
    });
    if ('result' in committed) return committed.result;
    if (isTitleTaken(committed.refused))
      throw titleTaken(worked.after.namespace, worked.after.title, committed.refused);
    if (committed.refused.outcome === 'NOT_FOUND') throw notFound('memory', input.id);
    // Somebody else changed it between our read and our write: work the change out anew.
    await sleep(Math.random() * 5 * Math.min(attempt, 10));
  }
  throw new OperationRefused('UNAVAILABLE', 'the memory changes too fast to be updated without expectedVersion');
}

function shortens(memory: Memory, { expiresAt }: UpdateInput['fields']): boolean {
  return endsEarlier(memory, expiresAt?.toISOString());
}

function refuseOtherVersion(memory: Memory, expectedVersion: number | null | undefined): void {
  if (expectedVersion == null || expectedVersion === memory.version) return;
  throw new OperationRefused('VERSION_CONFLICT', `the memory is at version ${memory.version}, not ${expectedVersion}`, {
    id: memory.id,
    expectedVersion,
    currentVersion: memory.version,
  });
}

/**
 * The change that fields make to a memory.
 * @throws OperationRefused BAD_USER_INPUT for a tier that falls
 */
export function updateChange(memory: Memory, fields: UpdateInput['fields'], now: Date): Change {
  const tier = risenTier(memory.tier, fields.tier);
  const risen = tier !== memory.tier;
  return changeOf(
    memory,
    {
      ...(fields.title == null ? {} : { title: fields.title }),
      ...(fields.content == null ? {} : { content: fields.content }),
      ...(risen ? { tier } : {}),
      ...(fields.namespace == null ? {} : { namespace: fields.namespace }),
      ...(fields.tags == null ? {} : { tags: fields.tags }),
      ...(fields.priority == null ? {} : { priority: fields.priority }),
      ...(fields.confidence == null
        ? {}
        : { confidence: fields.confidence, confidenceSource: 'CALLER_PROVIDED' as const }),
      ...(fields.metadata == null ? {} : { metadata: fields.metadata }),
      ...(fields.scope == null ? {} : { scope: fields.scope }),
      ...(fields.sourceUri === undefined ? {} : { sourceUri: fields.sourceUri }),
      ...(fields.expiresAt === undefined
        ? risen
          ? { expiresAt: expiryAfterRise(tier, memory.expiresAt, now) }
          : {}
        : { expiresAt: fields.expiresAt?.toISOString() ?? null }),
    },
    now,
  );
}

function risenTier(before: Tier, wished: Tier | null | undefined): Tier {
  if (wished == null) return before;
  if (TIERS.indexOf(wished) < TIERS.indexOf(before))
    throw badUserInput('tier', `${before} or higher, since a tier only rises`, wished);
  return wished;
}
