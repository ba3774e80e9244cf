import { z } from 'zod';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { CONSTRAINT_VIOLATED } from '../database/constraint.ts';
import { toLocalDateTime } from '../database/values.ts';
import { badUserInput, notFound, OperationRefused } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { memoryIdSchema } from '../memory/bounds.ts';
import { instantSchema } from '../memory/instant.ts';
import type { Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import {
  attest,
  attestedOf,
  refuseChangedByHook,
  UNSIGNED,
  type Attestation,
  type Attested,
} from '../signature/attest.ts';
import { linkBytes } from '../signature/canonical.ts';
import { ed25519Schema } from '../signature/signatureSchema.ts';
import { attestedByServer } from '../signature/signingKey.ts';
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
  signature: ed25519Schema.nullish(),
});

/** A link to make, checked. */
export type LinkInput = z.output<typeof inputSchema>;

/** The ends of a link and how they relate. */
export type LinkEnds = Pick<LinkInput, 'sourceId' | 'targetId' | 'relation'>;

/** What is worked out before the hooks. */
interface Worked {
  readonly source: Memory;
  readonly attestation: Attestation;
}

/** What `linkMemories` did. */
export interface LinkResult {
  readonly link: MemoryLink | null;
  readonly created: boolean;
  /** When the link ended before this, or would have; ISO-8601 UTC text, null for never. */
  readonly previousValidUntil: string | null;
  readonly pending: PendingAction | null;
}

/**
 * `linkMemories`: one typed, dated link. Linking twice is harmless. A link that has ended makes room for one that begins
 * at its end or later, and stays in the graph as history, so that a look back still finds it.
 */
export const linkMemories: Operation<LinkInput, Worked, LinkResult> = {
  name: 'linkMemories',
  kind: 'write',
  input: inputSchema,
  async prepare(context, input) {
    const [source, attestation] = await Promise.all([sourceOf(context, input), linkAttestation(context, input)]);
    return { source, attestation };
  },
  preHooks: [
    {
      event: 'pre_link',
      payload: ({ sourceId, targetId, relation }) => ({
        source_id: sourceId,
        target_id: targetId,
        relation: relation.toLowerCase(),
      }),
      namespace: (_input, { source }) => source.namespace,
      apply(input, delta) {
        const changed = {
          ...input,
          sourceId: delta['source_id'] ?? input.sourceId,
          targetId: delta['target_id'] ?? input.targetId,
          relation: typeof delta['relation'] === 'string' ? delta['relation'].toUpperCase() : input.relation,
        };
        refuseChangedByHook<object & Pick<LinkInput, keyof LinkEnds>>(input, changed as LinkInput, [
          'sourceId',
          'targetId',
          'relation',
        ]);
        return changed;
      },
    },
  ],
  governed: (_input, { source }) => ({
    action: 'LINK',
    namespace: source.namespace,
    memoryId: source.id,
    owner: source.agentId,
  }),
  check({ services }, { sourceId, targetId, validFrom, validUntil }, { attestation }) {
    if (sourceId === targetId) throw badUserInput('targetId', 'another memory than sourceId', targetId);
    if (validUntil && validUntil <= (validFrom ?? services.clock()))
      throw badUserInput('validUntil', 'after validFrom', validUntil.toISOString());
    attestedOf(attestation);
  },
  async run(context, input, worked) {
    const committed = await commit<LinkResult>(context, linkWrite(context, input, attestedOf(worked.attestation)));
    if ('result' in committed) return committed.result;
    const { refused } = committed;
    if (refused.outcome === 'EXISTS') return existing(linkFrom(input, refused));
    // The constraint was faster than our look: the link is there now, so the second look finds it.
    if (refused.outcome === CONSTRAINT_VIOLATED) return await linkMemories.run(context, input, worked);
    if (refused.outcome === 'LINK_CYCLE') {
      throw new OperationRefused('LINK_CYCLE', `the link would close a circle of ${input.relation}`, {
        sourceId: input.sourceId,
        targetId: input.targetId,
        relation: input.relation,
      });
    }
    throw notFound('memory', String(refused['missing']));
  },
  pending: (pending) => ({ link: null, created: false, previousValidUntil: null, pending }),
};

/** The answer that a link stands as it did. */
export function existing(link: MemoryLink): LinkResult {
  return { link, created: false, previousValidUntil: link.validUntil, pending: null };
}

/**
 * The memory that a link starts at; its namespace governs the link.
 * @throws OperationRefused NOT_FOUND when either end is hidden or missing
 */
export async function sourceOf(context: OperationContext, { sourceId, targetId }: LinkEnds): Promise<Memory> {
  const ends = await readMemories(context, [sourceId, targetId]);
  const [source, target] = [sourceId, targetId].map((id) => ends.find((memory) => memory.id === id));
  if (!source) throw notFound('memory', sourceId);
  if (!target) throw notFound('memory', targetId);
  return source;
}

async function linkAttestation(context: OperationContext, input: LinkInput): Promise<Attestation> {
  const { signature, validFrom, validUntil } = input;
  if (signature == null) return { attested: UNSIGNED };
  // Without it the link would begin now, which nobody signed.
  if (validFrom == null)
    return { refusal: badUserInput('validFrom', 'present in a signed link: the instant that was signed', null) };
  const bytes = linkBytes({
    ...input,
    observedBy: context.principal.agentId,
    validFrom: validFrom.toISOString(),
    validUntil: validUntil?.toISOString() ?? null,
  });
  return await attest(context, bytes, signature);
}

function linkWrite(context: OperationContext, input: LinkInput, attested: Attested) {
  const { principal, services } = context;
  const now = services.clock();
  const linkKey = linkKeyOf(input);
  const acyclic = ACYCLIC.has(input.relation);
  const from = toLocalDateTime(input.validFrom ?? now);
  const until = input.validUntil ? toLocalDateTime(input.validUntil) : null;
  const signed = {
    ...{ sourceId: input.sourceId, targetId: input.targetId, relation: input.relation },
    observedBy: principal.agentId,
    validFrom: (input.validFrom ?? now).toISOString(),
    validUntil: input.validUntil?.toISOString() ?? null,
  };
  return {
    statement: 'link/link' as const,
    row: {
      sourceId: input.sourceId,
      targetId: input.targetId,
      relation: input.relation,
      linkKey,
      acyclic,
      from,
      until,
      properties: {
        linkKey,
        createdAt: toLocalDateTime(now),
        observedBy: principal.agentId,
        validFrom: from,
        validUntil: until,
        ...(attested.signature === null ? attestedByServer(services.signingKey, signed) : attested),
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
          payload: {
            link: linkFrom(input, outcome),
            properties: outcome['properties'],
            previousValidUntil: outcome['previousValidUntil'],
          },
        },
      ];
    },
    recover: (payload: unknown): Outcome => {
      const { properties, previousValidUntil } = payload as Record<string, unknown>;
      return { outcome: 'OK', properties, previousValidUntil };
    },
    result: (outcome: Outcome): LinkResult => ({
      link: linkFrom(input, outcome),
      created: true,
      previousValidUntil: (outcome['previousValidUntil'] as string | null | undefined) ?? null,
      pending: null,
    }),
  };
}

/** A link from its ends and what a statement told of it. */
export function linkFrom(input: LinkEnds, outcome: Outcome): MemoryLink {
  return linkOf(input.relation, input.sourceId, input.targetId, outcome['properties'] as Record<string, never>);
}
