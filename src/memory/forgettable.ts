import { z } from 'zod';
import { integer, toLocalDateTime } from '../database/values.ts';
import { OperationRefused, badUserInput } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { toLucene } from '../search/lucene.ts';
import { parseSearch } from '../search/parse.ts';
import { namespaceSchema, questionSchema } from './bounds.ts';
import { keyToken } from './keys.ts';
import { TIERS } from './memory.ts';
import { filterClause } from './question.ts';

/** Matches that one forget looks at. */
const MOST_MATCHES = 50_000;

/** The input of `forgetMemories`. */
export const forgetInputSchema = z
  .object({
    namespace: namespaceSchema.nullish(),
    pattern: questionSchema.nullish(),
    tier: z.enum(TIERS, `one of ${TIERS.join(', ')}`).nullish(),
    dryRun: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
  })
  .superRefine(({ namespace, pattern, tier }, context) => {
    if (namespace ?? pattern ?? tier) return;
    context.addIssue({
      code: 'custom',
      message: 'at least one of namespace, pattern, tier',
      params: { actual: 'none' },
    });
  });

/** Checked. */
export type ForgetInput = z.output<typeof forgetInputSchema>;

/** A live memory that a forget is about. */
export interface Forgettable {
  readonly id: string;
  readonly namespace: string;
  readonly owner: string;
  readonly version: number;
}

/** What matches, oldest first, as far as the caller may read it; `more` when there is more than one call looks at. */
export async function findForgettable(
  { services, principal, bookmarks }: OperationContext,
  { namespace, pattern, tier }: ForgetInput,
): Promise<{ matches: Forgettable[]; more: boolean }> {
  const reader = readerOf(principal);
  const filter = filterClause([
    ...(reader.all ? [] : [reader.tokens.map((token) => keyToken('reader', token))]),
    ...(namespace ? [[keyToken('under', namespace)]] : []),
    ...(tier ? [[keyToken('tier', tier)]] : []),
  ]);
  const matches = await services.database.read<Forgettable>(
    'memory/forgettable',
    {
      lucene: `${filter}${pattern == null ? '' : ` +${wordsQuery(pattern)}`}`.trim(),
      now: toLocalDateTime(services.clock()),
      most: integer(MOST_MATCHES + 1),
      reader,
      tier: tier ?? null,
      namespace: namespace ?? null,
    },
    { bookmarks },
  );
  return { matches: matches.slice(0, MOST_MATCHES), more: matches.length > MOST_MATCHES };
}

/** The pattern as searches read it; a refusal names the field that the client knows. */
function wordsQuery(pattern: string): string {
  try {
    return toLucene(parseSearch(pattern));
  } catch (refusal) {
    if (!(refusal instanceof OperationRefused) || refusal.details?.['field'] !== 'query') throw refusal;
    throw badUserInput('pattern', String(refusal.details['bound']), refusal.details['actual']);
  }
}
