import pLimit from 'p-limit';
import { readerOf } from '../governance/audience.ts';
import { decide } from '../governance/decide.ts';
import type { GovernedRequest } from '../governance/request.ts';
import { createPendingAction } from '../pending/create.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { stepwise } from '../pipeline/stepwise.ts';
import { archiveEvent, type ArchivedRecord } from './archiveEvent.ts';
import { findForgettable, forgetInputSchema, type Forgettable, type ForgetInput } from './forgettable.ts';

/** Memories that one call archives. */
const MOST_ARCHIVED = 5_000;
/** Memories handed to the writer at once, so that other writes get their turn between. */
const CHUNK = 500;
/** Ids that a dry run shows (spec memory-system §3.5). */
const MOST_SHOWN = 50;
/** Memories whose hooks are asked at the same time. */
const HOOKS_AT_ONCE = 8;

/** What `forgetMemories` did, or would do. */
export interface ForgetResult {
  readonly archivedIds: readonly string[] | null;
  readonly count: number;
  readonly skippedCount: number;
  readonly truncated: boolean;
  readonly dryRun: boolean;
  readonly pending: PendingAction | null;
}

interface Plan {
  /** What is archived; of a dry run only what is shown. */
  readonly memories: readonly Pick<Forgettable, 'id' | 'version'>[];
  readonly count: number;
  readonly skipped: number;
  readonly truncated: boolean;
}

/**
 * `forgetMemories`: archives all that matches. Each memory is governed as a deletion of its own and its `pre_archive` hooks
 * are asked; what is denied is left. A hook that wants to ask a person holds up the whole.
 */
export const forgetMemories: Operation<ForgetInput, void, ForgetResult> = {
  name: 'forgetMemories',
  kind: 'write',
  input: forgetInputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, input) {
    return await stepwise<Plan, ForgetResult>(context, {
      async plan() {
        const { matches, more } = await findForgettable(context, input);
        const allowed = matches.filter((memory) => decide(deletionOf(memory), context.principal).outcome === 'allow');
        const denied = matches.length - allowed.length;
        if (input.dryRun) {
          const memories = allowed.slice(0, MOST_SHOWN);
          return { plan: { memories, count: allowed.length, skipped: denied, truncated: more } };
        }
        const chosen = allowed.slice(0, MOST_ARCHIVED);
        const asked = await askHooks(context, chosen);
        if ('question' in asked) return { answer: await queue(context, input, asked) };
        return {
          plan: {
            memories: asked.kept.map(({ id, version }) => ({ id, version })),
            count: asked.kept.length,
            skipped: denied + chosen.length - asked.kept.length,
            truncated: more || allowed.length > chosen.length,
          },
        };
      },
      carryOut: async (plan) => (input.dryRun ? preview(plan) : await archiveAll(context, plan)),
    });
  },
  pending: (pending) => ({
    archivedIds: null,
    count: 0,
    skippedCount: 0,
    truncated: false,
    dryRun: false,
    pending,
  }),
};

function deletionOf({ id, namespace, owner }: Forgettable): GovernedRequest {
  return { action: 'DELETE', namespace, memoryId: id, owner };
}

function preview({ memories, count, skipped, truncated }: Plan): ForgetResult {
  return {
    archivedIds: memories.map(({ id }) => id),
    count,
    skippedCount: skipped,
    truncated,
    dryRun: true,
    pending: null,
  };
}

interface Question {
  readonly question: { readonly reason: string; readonly askedBy: readonly string[] };
  readonly about: Forgettable;
}

/** The memories that no `pre_archive` hook denies, or the first question of a hook. */
async function askHooks(
  { services: { hooks }, answeredHookIds: skipHookIds, principal: { agentId }, hookRuns }: OperationContext,
  memories: readonly Forgettable[],
): Promise<{ readonly kept: readonly Forgettable[] } | Question> {
  if (!hooks.has('pre_archive')) return { kept: memories };
  const atOnce = pLimit(HOOKS_AT_ONCE);
  const verdicts = await Promise.all(
    memories.map((memory) =>
      atOnce(async () => ({
        memory,
        verdict: await hooks.firePre(
          'pre_archive',
          { id: memory.id },
          { namespace: memory.namespace, skipHookIds, agentId, trigger: 'forgetMemories', keep: hookRuns?.add },
        ),
      })),
    ),
  );
  for (const { memory, verdict } of verdicts) {
    if (verdict.outcome !== 'asked') continue;
    const askedBy = verdict.questions.map(({ hookId }) => hookId);
    return { question: { reason: verdict.questions[0]?.prompt ?? 'a hook asks', askedBy }, about: memory };
  }
  return { kept: verdicts.filter(({ verdict }) => verdict.outcome !== 'denied').map(({ memory }) => memory) };
}

async function queue(
  context: OperationContext,
  input: ForgetInput,
  { question, about }: Question,
): Promise<ForgetResult> {
  const request = { ...deletionOf(about), namespace: input.namespace ?? about.namespace, memoryId: null };
  return await createPendingAction(context, forgetMemories.name, request, input, question, (action) =>
    forgetMemories.pending!(action),
  );
}

async function archiveAll(context: OperationContext, { memories, skipped, truncated }: Plan): Promise<ForgetResult> {
  const archivedIds: string[] = [];
  for (let place = 0; place < memories.length; place += CHUNK) {
    const chunk = memories.slice(place, place + CHUNK);
    const done = await Promise.all(chunk.map((memory) => archiveOne(context, memory)));
    archivedIds.push(...chunk.flatMap(({ id }, index) => (done[index] ? [id] : [])));
  }
  return {
    archivedIds,
    count: archivedIds.length,
    skippedCount: skipped + memories.length - archivedIds.length,
    truncated,
    dryRun: false,
    pending: null,
  };
}

/** False for a memory that changed or went since it was judged. With a key, one that this call archived before is true. */
async function archiveOne(context: OperationContext, { id, version }: Plan['memories'][number]): Promise<boolean> {
  const { idempotency, principal } = context;
  const keyed = idempotency && { ...idempotency, key: [idempotency.key, 'row', id].join('\u001f') };
  const committed = await commit<boolean>(
    { ...context, idempotency: keyed },
    {
      statement: 'memory/delete',
      row: { id, version, reason: 'FORGET', by: principal.agentId, reader: readerOf(principal) },
      keys: [`memory:${id}`],
      events: (outcome) => [archiveEvent(outcome['record'] as ArchivedRecord, 'FORGET', principal.agentId)],
      recover: () => ({ outcome: 'OK' }),
      result: () => true,
    },
  );
  return 'result' in committed;
}
