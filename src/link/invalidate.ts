import { z } from 'zod';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { toLocalDateTime } from '../database/values.ts';
import { badUserInput, notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { memoryIdSchema } from '../memory/bounds.ts';
import { instantSchema } from '../memory/instant.ts';
import type { Memory } from '../memory/memory.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import type { Attested } from '../signature/attest.ts';
import { attestedByServer } from '../signature/signingKey.ts';
import { verifyLinks } from '../signature/verifyLink.ts';
import { existing, linkFrom, sourceOf, type LinkResult } from './link.ts';
import { LINK_RELATIONS, linkKeyOf } from './memoryLink.ts';

const inputSchema = z.object({
  sourceId: memoryIdSchema,
  targetId: memoryIdSchema,
  relation: z.enum(LINK_RELATIONS, `one of ${LINK_RELATIONS.join(', ')}`),
  validUntil: instantSchema.nullish(),
});

type InvalidateInput = z.output<typeof inputSchema>;

/**
 * `invalidateLink`: ends a link without taking it away (spec memory-system §6). An end only ever moves to earlier, so
 * that no circle of an acyclic relation can open again behind a later link.
 */
export const invalidateLink: Operation<InvalidateInput, Memory, LinkResult> = {
  name: 'invalidateLink',
  kind: 'write',
  input: inputSchema,
  prepare: sourceOf,
  preHooks: [],
  governed: (_input, source) => ({
    action: 'LINK',
    namespace: source.namespace,
    memoryId: source.id,
    owner: source.agentId,
  }),
  async run(context, input, source) {
    const committed = await commit<LinkResult>(
      context,
      invalidateWrite(context, input, await endSigned(context, input)),
    );
    if ('result' in committed) return committed.result;
    const { refused } = committed;
    // Somebody else ended it earlier than it was to end when we looked.
    if (refused.outcome === 'MOVED') return await invalidateLink.run(context, input, source);
    if (refused.outcome === 'UNCHANGED') return existing(linkFrom(input, refused));
    const asked = (input.validUntil ?? context.services.clock()).toISOString();
    if (refused.outcome === 'TOO_EARLY')
      throw badUserInput('validUntil', `after validFrom, ${String(refused['bound'])}`, asked);
    if (refused.outcome === 'TOO_LATE')
      throw badUserInput('validUntil', `not after the end it has, ${String(refused['bound'])}`, asked);
    if (typeof refused['missing'] === 'string') throw notFound('memory', refused['missing']);
    throw notFound('link', linkKeyOf(input));
  },
  pending: (pending) => ({ link: null, created: false, previousValidUntil: null, pending }),
};

/** The end of a link as the server signs it, and the signature that it takes the place of. */
interface SignedEnd extends Attested {
  readonly before: string | null;
  readonly until: ReturnType<typeof toLocalDateTime>;
}

/**
 * A signature covers the end of its link, so what was signed before would be unsigned. A server that signs does so anew: for
 * a link that had a signature which holds, since it has no other word for it that nobody changed it.
 */
async function endSigned(context: OperationContext, input: InvalidateInput): Promise<SignedEnd | null> {
  const { signingKey, clock } = context.services;
  if (signingKey === null) return null;
  const [found] = await verifyLinks(context, [input]);
  if (found?.status !== 'VALID') return null;
  const until = input.validUntil ?? clock();
  return {
    before: found.link.signature,
    until: toLocalDateTime(until),
    ...attestedByServer(signingKey, { ...found.link, validUntil: until.toISOString() }),
  };
}

function invalidateWrite({ principal }: OperationContext, input: InvalidateInput, signed: SignedEnd | null) {
  const { sourceId, targetId, relation, validUntil } = input;
  const linkKey = linkKeyOf(input);
  return {
    statement: 'link/invalidate' as const,
    row: {
      ...{ sourceId, targetId, relation, linkKey },
      until: validUntil ? toLocalDateTime(validUntil) : null,
      signed,
      reader: readerOf(principal),
    },
    keys: [`memory:${sourceId}`, `memory:${targetId}`, `link:${linkKey}`],
    events: (outcome: Outcome): EventDraft[] => {
      const source = outcome['source'] as { namespace: string; readers: string[] };
      const target = outcome['target'] as { readers: string[] };
      return [
        {
          type: 'POST_LINK_INVALIDATE',
          namespace: source.namespace,
          actor: principal.agentId,
          readers: source.readers,
          otherReaders: target.readers,
          memoryIds: [sourceId, targetId],
          // What the link was before is kept for whoever looks into the signature that was lost.
          payload: {
            link: linkFrom(input, outcome),
            properties: outcome['properties'],
            previous: outcome['previous'],
          },
        },
      ];
    },
    recover: (payload: unknown): Outcome => {
      const { properties, previous } = payload as Record<string, unknown>;
      return { outcome: 'OK', properties, previous };
    },
    result: (outcome: Outcome): LinkResult => ({
      link: linkFrom(input, outcome),
      created: false,
      previousValidUntil: (outcome['previous'] as { validUntil: string | null }).validUntil,
      pending: null,
    }),
  };
}
