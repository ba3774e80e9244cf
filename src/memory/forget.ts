import pLimit from 'p-limit';
import { readerOf } from '../governance/audience.ts';
import { approvableOf, ask, type Approvable } from '../governance/ask.ts';
import { judge, judgedOf, type Judgement } from '../governance/judge.ts';
import type { HookAnswers, HookQuestion } from '../governance/question.ts';
import type { GovernedRequest } from '../governance/request.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { Overtaken } from '../pipeline/overtaken.ts';
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
/** How often a memory is judged anew because policies changed meanwhile. */
const TRIES = 10;

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
  readonly memories: readonly Forgettable[];
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
    const answers: HookAnswers = new Map();
    return await stepwise<Plan, ForgetResult>(context, {
      async plan() {
        const { matches, more } = await findForgettable(context, input);
        const judgement = await judge(context, forgetMemories.name, matches.map(deletionOf), answers);
        const isOpen = (place: number) => !isDenied(judgement, place);
        const allowed = matches.filter((_memory, place) => isOpen(place));
        const denied = matches.length - allowed.length;
        if (input.dryRun) {
          const memories = allowed.slice(0, MOST_SHOWN);
          return { plan: { memories, count: allowed.length, skipped: denied, truncated: more } };
        }
        const open = judgementOf(judgement, isOpen);
        const chosen = allowed.slice(0, MOST_ARCHIVED);
        const asked = approvableOf(open, null) ? { kept: chosen } : await askHooks(context, chosen);
        const approvable =
          'question' in asked
            ? approvableOf(
                judgementOf(open, (place) => allowed[place] === asked.about),
                asked.question,
              )
            : approvableOf(open, null);
        if (approvable)
          return { answer: await queue({ ...context, judged: judgedOf(context, open) }, input, approvable) };
        if ('question' in asked) throw new Error('a question about nothing');
        return {
          plan: {
            memories: asked.kept,
            count: asked.kept.length,
            skipped: denied + chosen.length - asked.kept.length,
            truncated: more || allowed.length > chosen.length,
          },
        };
      },
      carryOut: async (plan) => (input.dryRun ? preview(plan) : await archiveAll(context, plan, answers)),
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

function isDenied({ decisions, questions }: Judgement, place: number): boolean {
  return questions[place]?.denied !== null || decisions[place]?.outcome === 'DENY';
}

/** The part of a judgement that is about some of its requests. */
function judgementOf({ decisions, questions, version }: Judgement, keep: (place: number) => boolean): Judgement {
  return {
    decisions: decisions.filter((_one, place) => keep(place)),
    questions: questions.filter((_one, place) => keep(place)),
    version,
  };
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
  readonly question: HookQuestion;
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

async function queue(context: OperationContext, input: ForgetInput, approvable: Approvable): Promise<ForgetResult> {
  const { request } = approvable;
  const whole = { ...request, namespace: input.namespace ?? request.namespace, memoryId: null };
  return await ask(context, forgetMemories.name, input, { ...approvable, request: whole }, (action) =>
    forgetMemories.pending!(action),
  );
}

async function archiveAll(
  context: OperationContext,
  { memories, skipped, truncated }: Plan,
  answers: HookAnswers,
): Promise<ForgetResult> {
  const archivedIds: string[] = [];
  for (const { chunk, isLast } of chunksOf(memories, context.approval !== undefined)) {
    const approval = context.approval && { ...context.approval, settles: isLast };
    const done = await Promise.all(chunk.map((memory) => archiveOne({ ...context, approval }, memory, answers)));
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

/** @param settles whether the last one goes alone, so that the approval is settled with it and with nothing before it */
function chunksOf(memories: readonly Forgettable[], settles: boolean) {
  const chunks: (readonly Forgettable[])[] = [];
  const end = settles ? memories.length - 1 : memories.length;
  for (let place = 0; place < end; place += CHUNK) chunks.push(memories.slice(place, Math.min(place + CHUNK, end)));
  if (end >= 0 && end < memories.length) chunks.push(memories.slice(end));
  return chunks.map((chunk, place) => ({ chunk, isLast: place === chunks.length - 1 }));
}

/**
 * False for a memory that changed or went since it was judged, or that policies of now keep. With a key, one that this call
 * archived before is true.
 */
async function archiveOne(context: OperationContext, memory: Forgettable, answers: HookAnswers): Promise<boolean> {
  const { id, version } = memory;
  const { idempotency, principal } = context;
  const keyed = idempotency && { ...idempotency, key: [idempotency.key, 'row', id].join('\u001f') };
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const judgement = await judge(context, forgetMemories.name, [deletionOf(memory)], answers);
    if (isDenied(judgement, 0) || approvableOf(judgement, null)) return false;
    try {
      const committed = await commit<boolean>(
        { ...context, idempotency: keyed, judged: judgedOf(context, judgement) },
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
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  return false;
}
