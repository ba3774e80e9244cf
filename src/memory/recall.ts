import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { integer, toLocalDateTime, vectorParameter } from '../database/values.ts';
import { embedWithin } from '../embedding/deadline.ts';
import { applyRecallExpand } from '../hook/payload/recall.ts';
import { memoryToWire } from '../hook/wire/memory.ts';
import type { HookDenial, Operation, OperationContext } from '../pipeline/operation.ts';
import { tokensOf, withinBudget } from './budget.ts';
import type { Memory, Span } from './memory.ts';
import { textQuery } from './question.ts';
import { comparedWords, filterWords, recallParameters } from './recallFilter.ts';
import { recallInputSchema, type RecallInput, type RecallMode } from './recallInput.ts';
import { CANDIDATES, PASSAGES, RECALL_RECIPE } from './recallRecipe.ts';
import { fromRecord, type MemoryRecord } from './record.ts';

/** The answer to a question. */
export interface RecallAnswer {
  readonly recallId: string;
  readonly mode: RecallMode;
  readonly hits: readonly {
    readonly memory: Memory;
    readonly score: number;
    readonly tokens: number;
    /** The passage of a long memory that came nearest by meaning; null when the memory as a whole did. */
    readonly passage: Span | null;
  }[];
  readonly tokensUsed: number;
  readonly meta: {
    readonly vectorCandidates: number;
    readonly textCandidates: number;
    readonly degraded: boolean;
    readonly awaitingEmbedding: number;
    readonly budgetRemaining: number | null;
    readonly dropped: number;
    readonly budgetOverflow: boolean;
    readonly tookMs: number;
    /** The `pre_recall_expand` hook that said no; the answer is empty then. */
    readonly denied: HookDenial | null;
  };
}

const NOTHING = {
  vectorCandidates: 0,
  textCandidates: 0,
  degraded: false,
  awaitingEmbedding: 0,
  budgetRemaining: null,
  dropped: 0,
  budgetOverflow: false,
  tookMs: 0,
  denied: null,
} as const;

interface Found {
  readonly hits: readonly { readonly record: MemoryRecord; readonly score: number; readonly passage: Span | null }[];
  readonly vectorCandidates: number;
  readonly textCandidates: number;
  readonly awaitingEmbedding: number;
}

/** `recall`: what helps to answer a question. */
export const recall: Operation<RecallInput, void, RecallAnswer> = {
  name: 'recall',
  kind: 'read',
  input: recallInputSchema,
  prepare: async () => {},
  preHooks: [
    {
      event: 'pre_recall',
      payload: ({ query, namespace, limit, tier, tags, budgetTokens }) =>
        given({ query, namespace, limit, tier: tier?.toLowerCase(), tags, budget_tokens: budgetTokens }),
      namespace: ({ namespace }) => namespace ?? null,
      apply: (input, { budget_tokens: budgetTokens, tier, ...delta }) => ({
        ...input,
        ...given(delta),
        ...given({ budgetTokens, tier: typeof tier === 'string' ? tier.toUpperCase() : undefined }),
      }),
    },
    {
      event: 'pre_recall_expand',
      payload: ({ query, namespace, limit }) => ({ query, namespace: namespace ?? '', k: limit }),
      namespace: ({ namespace }) => namespace ?? null,
      apply: (input, delta) => {
        const { query, namespace, k } = applyRecallExpand(
          { query: input.query, namespace: input.namespace ?? '', k: input.limit },
          delta,
        );
        return { ...input, query, namespace: namespace === '' ? null : namespace, limit: k };
      },
      // On the hot path a denial is an empty answer that says why (spec memory-system §2.3.6).
      denied: (input, { hookId, reason, code }) => ({
        recallId: randomUUID(),
        mode: input.mode,
        hits: [],
        tokensUsed: 0,
        meta: { ...NOTHING, budgetRemaining: input.budgetTokens ?? null, denied: { hookId, reason, code } },
      }),
    },
  ],
  governed: () => null,
  async run(context, input) {
    const started = performance.now();
    const vector = await questionVector(context, input);
    const found = await findCandidates(context, input, vector);
    const counted = found.hits.map(({ record, score, passage }) => {
      const memory = fromRecord(record);
      return { hit: { memory, score, passage }, tokens: tokensOf(memory.content) };
    });
    const { kept, tokensUsed, ...budget } = withinBudget(counted, input.budgetTokens ?? null);
    const answer: RecallAnswer = {
      recallId: randomUUID(),
      mode: vector === null ? 'KEYWORD' : input.mode,
      hits: kept.map(({ hit, tokens }) => ({ ...hit, tokens })),
      tokensUsed,
      meta: {
        vectorCandidates: found.vectorCandidates,
        textCandidates: found.textCandidates,
        degraded: vector === null && input.mode !== 'KEYWORD',
        awaitingEmbedding: found.awaitingEmbedding,
        ...budget,
        tookMs: performance.now() - started,
        denied: null,
      },
    };
    announce(context, input, answer);
    return answer;
  },
};

/** The question's vector, or null when it is not wanted or does not come in time. */
async function questionVector(
  { services }: OperationContext,
  { mode, query }: RecallInput,
): Promise<readonly number[] | null> {
  if (mode === 'KEYWORD' || !services.embedder) return null;
  const [vector] = await embedWithin(services.embedder, [query], {
    deadlineMs: services.deadlines.recall,
    priority: 'question',
  });
  return vector ?? null;
}

/** One round trip: the statement's hits and counts for a question and its vector. */
export async function findCandidates(
  context: OperationContext,
  input: RecallInput,
  vector: readonly number[] | null,
): Promise<Found> {
  const { services, principal, bookmarks } = context;
  const words = filterWords(principal, input);
  // Meaning alone was asked for and cannot be had: words are the next best answer, and the answer says so.
  const byWords = input.mode !== 'SEMANTIC' || vector === null;
  const narrowInTime = input.since != null || input.until != null;
  const [found] = await services.database.read<Found>(
    'memory/recall',
    {
      ...recallParameters(principal, input),
      vector: vector && vectorParameter(vector),
      lucene: byWords ? textQuery(input.query, words) : null,
      compared: comparedWords(input, words),
      byTags: (input.tags?.length ?? 0) > 0,
      now: toLocalDateTime(services.clock()),
      limit: integer(input.limit),
      candidates: integer(CANDIDATES),
      passages: integer(PASSAGES),
      textLimit: integer(narrowInTime ? 2_000 : CANDIDATES),
      recipe: RECALL_RECIPE,
    },
    { bookmarks },
  );
  return found ?? { hits: [], vectorCandidates: 0, textCandidates: 0, awaitingEmbedding: 0 };
}

function announce({ services, principal }: OperationContext, input: RecallInput, answer: RecallAnswer): void {
  const memories = answer.hits.map(({ memory }) => memory);
  if (input.touch) services.touches.add(memories, principal);
  services.events.reads.publish({
    type: 'POST_RECALL',
    at: services.clock().toISOString(),
    actor: principal.agentId,
    namespace: input.namespace ?? '',
    query: input.query,
    memoryIds: memories.map(({ id }) => id),
    recallId: answer.recallId,
    tokensUsed: answer.tokensUsed,
  });
  const namespace = input.namespace ?? null;
  if (!services.hooks.has('post_recall', namespace)) return;
  services.hooks
    .notify(
      'post_recall',
      { query: input.query, memories: memories.map(memoryToWire), tokens_used: answer.tokensUsed },
      { namespace, agentId: principal.agentId, trigger: 'recall' },
    )
    .catch((error: unknown) => services.log.warn({ err: error }, 'a post_recall hook failed'));
}

/** Only what is there: hooks see set fields alone, and a delta's absent or null fields change nothing. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
