import { z } from 'zod';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { CONSTRAINT_VIOLATED } from '../database/constraint.ts';
import { toLocalDateTime } from '../database/values.ts';
import { badUserInput, notFound, OperationRefused } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { instantSchema, memoryIdSchema, signatureSchema } from '../memory/bounds.ts';
import type { Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { ACYCLIC, LINK_RELATIONS, linkKeyOf, linkOf, type LinkRelation, type MemoryLink } from './memoryLink.ts';

const inputSchema = z.object({
  sourceId: memoryIdSchema,
  targetId: memoryIdSchema,
  relation: z
    .enum(LINK_RELATIONS, `one of ${LINK_RELATIONS.join(', ')}`)
    .nullish()
    .transform((value): LinkRelation => value ?? 'RELATED_TO'),
  validFrom: instantSchema.nullish(),
  validUntil: instantSchema.nullish(),
  signature: signatureSchema.nullish(),
});

type LinkInput = z.output<typeof inputSchema>;

/** What `linkMemories` did. */
export interface LinkResult {
  readonly link: MemoryLink | null;
  readonly created: boolean;
  readonly pending: PendingAction | null;
}

/** `linkMemories`: one typed, dated link. Linking twice is harmless. */
export const linkMemories: Operation<LinkInput, Memory, LinkResult> = {
  name: 'linkMemories',
  kind: 'write',
  input: inputSchema,
  async prepare(context, { sourceId, targetId }) {
    const ends = await readMemories(context, [sourceId, targetId]);
    const [source, target] = [sourceId, targetId].map((id) => ends.find((memory) => memory.id === id));
    if (!source) throw notFound('memory', sourceId);
    if (!target) throw notFound('memory', targetId);
    return source;
  },
  preHooks: [
    {
      event: 'pre_link',
      payload: ({ sourceId, targetId, relation }) => ({
        source_id: sourceId,
        target_id: targetId,
        relation: relation.toLowerCase(),
      }),
      namespace: (_input, source) => source.namespace,
      apply: (input, delta) => ({
        ...input,
        sourceId: delta['source_id'] ?? input.sourceId,
        targetId: delta['target_id'] ?? input.targetId,
        relation: typeof delta['relation'] === 'string' ? delta['relation'].toUpperCase() : input.relation,
      }),
    },
  ],
  governed: (_input, source) => ({
    action: 'LINK',
    namespace: source.namespace,
    memoryId: source.id,
    owner: source.agentId,
  }),
  check({ principal, services }, { sourceId, targetId, validFrom, validUntil, signature }) {
    if (sourceId === targetId) throw badUserInput('targetId', 'another memory than sourceId', targetId);
    if (validUntil && validUntil <= (validFrom ?? services.clock()))
      throw badUserInput('validUntil', 'after validFrom', validUntil.toISOString());
    if (signature != null)
      throw new OperationRefused('ATTESTATION_FAILED', `no key is registered for agent ${principal.agentId}`);
  },
  async run(context, input) {
    const committed = await commit<LinkResult>(context, linkWrite(context, input));
    if ('result' in committed) return committed.result;
    const { refused } = committed;
    if (refused.outcome === 'EXISTS') return { link: linkFrom(input, refused), created: false, pending: null };
    // The constraint was faster than our look: the link is there now, so the second look finds it.
    if (refused.outcome === CONSTRAINT_VIOLATED) return await linkMemories.run(context, input, undefined as never);
    if (refused.outcome === 'LINK_CYCLE') {
      throw new OperationRefused('LINK_CYCLE', `the link would close a circle of ${input.relation}`, {
        sourceId: input.sourceId,
        targetId: input.targetId,
        relation: input.relation,
      });
    }
    throw notFound('memory', String(refused['missing']));
  },
  pending: (pending) => ({ link: null, created: false, pending }),
};

function linkWrite(context: OperationContext, input: LinkInput) {
  const { principal, services } = context;
  const now = services.clock();
  const linkKey = linkKeyOf(input);
  const acyclic = ACYCLIC.has(input.relation);
  return {
    statement: 'link/link' as const,
    row: {
      sourceId: input.sourceId,
      targetId: input.targetId,
      relation: input.relation,
      linkKey,
      acyclic,
      properties: {
        linkKey,
        createdAt: toLocalDateTime(now),
        observedBy: principal.agentId,
        validFrom: toLocalDateTime(input.validFrom ?? now),
        validUntil: input.validUntil ? toLocalDateTime(input.validUntil) : null,
        signature: null,
        attestLevel: 'UNSIGNED',
      },
      reader: readerOf(principal),
    },
    keys: [
      `memory:${input.sourceId}`,
      `memory:${input.targetId}`,
      `link:${linkKey}`,
      ...(acyclic ? [`relation:${input.relation}`] : []),
    ],
    events: (outcome: Outcome): EventDraft[] => {
      const source = outcome['source'] as { namespace: string; readers: string[] };
      const target = outcome['target'] as { readers: string[] };
      return [
        {
          type: 'POST_LINK',
          namespace: source.namespace,
          actor: principal.agentId,
          readers: source.readers,
          otherReaders: target.readers,
          memoryIds: [input.sourceId, input.targetId],
          payload: { link: linkFrom(input, outcome), properties: outcome['properties'] },
        },
      ];
    },
    recover: (payload: unknown): Outcome => ({
      outcome: 'OK',
      properties: (payload as { properties: unknown }).properties,
    }),
    result: (outcome: Outcome): LinkResult => ({ link: linkFrom(input, outcome), created: true, pending: null }),
  };
}

function linkFrom(input: LinkInput, outcome: Outcome): MemoryLink {
  return linkOf(input.relation, input.sourceId, input.targetId, outcome['properties'] as Record<string, never>);
}
