import { z } from 'zod';
import { integer, toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import { memoryToWire } from '../hook/wire/memory.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { toLucene } from '../search/lucene.ts';
import { parseSearch } from '../search/parse.ts';
import { agentIdSchema, integerBetween, namespaceSchema, questionSchema, tagsSchema } from './bounds.ts';
import { instantSchema } from './instant.ts';
import { keyToken } from './keys.ts';
import { TIERS, type Memory } from './memory.ts';
import { filterClause } from './question.ts';
import { recallParameters, WITHOUT_ATOMISED } from './recallFilter.ts';
import { fromRecord, type MemoryRecord } from './record.ts';

const inputSchema = z.object({
  query: questionSchema,
  namespace: namespaceSchema.nullish(),
  tier: z.enum(TIERS).nullish(),
  limit: integerBetween(1, 200)
    .nullish()
    .transform((value) => value ?? 20),
  minPriority: integerBetween(1, 10).nullish(),
  since: instantSchema.nullish(),
  until: instantSchema.nullish(),
  tags: tagsSchema.nullish(),
  agentId: agentIdSchema.nullish(),
  asAgent: namespaceSchema.nullish(),
  includeAtomised: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});

type SearchInput = z.output<typeof inputSchema>;

/** The answer to a search. */
export interface SearchAnswer {
  readonly hits: readonly { readonly memory: Memory; readonly score: number }[];
  readonly totalCount: number;
}

/** `searchMemories`: by words, with operators. */
export const searchMemories: Operation<SearchInput, void, SearchAnswer> = {
  name: 'searchMemories',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [
    {
      event: 'pre_search',
      payload: ({ query, namespace, limit, tags }) => given({ query, namespace, limit, tags }),
      namespace: ({ namespace }) => namespace ?? null,
      apply: (input, delta) => ({ ...input, ...given(delta) }),
    },
  ],
  governed: () => null,
  async run(context, input) {
    const { services, principal, bookmarks } = context;
    const { reader, since, until, tags } = recallParameters(principal, { ...input, namespace: null });
    const [found] = await services.database.read<{
      totalCount: number;
      hits: { record: MemoryRecord; score: number }[];
    }>(
      'memory/search',
      {
        lucene: `${filterWords(context, input)} +${toLucene(parseSearch(input.query))}`.trim(),
        now: toLocalDateTime(services.clock()),
        limit: integer(input.limit),
        reader,
        since,
        until,
        tags,
        tier: input.tier ?? null,
        minPriority: input.minPriority == null ? null : integer(input.minPriority),
        agentId: input.agentId ?? null,
        namespace: input.namespace ?? null,
      },
      { bookmarks },
    );
    const answer: SearchAnswer = {
      hits: (found?.hits ?? []).map(({ record, score }) => ({ memory: fromRecord(record), score })),
      totalCount: found?.totalCount ?? 0,
    };
    announce(context, input, answer);
    return answer;
  },
};

/** The filters as words that the index must contain. */
function filterWords({ principal }: OperationContext, input: SearchInput): string {
  const reader = readerOf(principal, input.asAgent);
  const clause = filterClause([
    ...(reader.all ? [] : [reader.tokens.map((token) => keyToken('reader', token))]),
    ...(reader.narrow ? [reader.narrow.map((token) => keyToken('reader', token))] : []),
    ...(input.namespace ? [[keyToken('under', input.namespace)]] : []),
    ...(input.tier ? [[keyToken('tier', input.tier)]] : []),
    ...(input.tags ?? []).map((tag) => [keyToken('tag', tag)]),
    ...(input.agentId ? [[keyToken('agent', input.agentId)]] : []),
  ]);
  return input.includeAtomised ? clause : `${clause} ${WITHOUT_ATOMISED}`;
}

function announce({ services, principal }: OperationContext, input: SearchInput, { hits }: SearchAnswer): void {
  const memories = hits.map(({ memory }) => memory);
  services.events.reads.publish({
    type: 'POST_SEARCH',
    at: services.clock().toISOString(),
    actor: principal.agentId,
    namespace: input.namespace ?? '',
    query: input.query,
    memoryIds: memories.map(({ id }) => id),
  });
  const namespace = input.namespace ?? null;
  if (!services.hooks.has('post_search', namespace)) return;
  services.hooks
    .notify(
      'post_search',
      { query: input.query, memories: memories.map(memoryToWire) },
      { namespace, agentId: principal.agentId, trigger: 'searchMemories' },
    )
    .catch((error: unknown) => services.log.warn({ err: error }, 'a post_search hook failed'));
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
