import { z } from 'zod';
import { linkDigest } from '../database/auditDigest.ts';
import { revisionOf } from '../database/auditRevision.ts';
import { toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import type { LinkEnds } from '../link/link.ts';
import { LINK_RELATIONS, linkKeyOf, linkOf, type MemoryLink } from '../link/memoryLink.ts';
import { memoryIdSchema } from '../memory/bounds.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { linkBytes } from './canonical.ts';
import { lookAgain } from './lookAgain.ts';
import { verified, type NamedKey, type Verification } from './verification.ts';

const inputSchema = z.object({
  sourceId: memoryIdSchema,
  targetId: memoryIdSchema,
  relation: z.enum(LINK_RELATIONS, `one of ${LINK_RELATIONS.join(', ')}`),
});

/** What was found about one link. */
export interface LinkVerification extends Verification, LinkEnds {
  /** As it stands there; without a word about itself when it is gone. */
  readonly link: MemoryLink;
}

/** `verifyLink`: whether a link is as its observer signed it, and as the audit chain knows it. */
export const verifyLink: Operation<LinkEnds, void, LinkVerification> = {
  name: 'verifyLink',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, ends) {
    const [found] = await verifyLinks(context, [ends]);
    if (!found) throw notFound('link', linkKeyOf(ends));
    return found;
  },
};

/**
 * Verifies links whose two ends the caller may read. One that is not there is left out, unless the audit chain says that it
 * should be: links are ended, never taken away.
 */
export async function verifyLinks(context: OperationContext, pairs: readonly LinkEnds[]): Promise<LinkVerification[]> {
  const found = await lookAgain(
    await look(context, pairs),
    ({ audit }) => audit === 'DIFFERS',
    (doubtful) => look(context, doubtful),
  );
  const byKey = new Map(found.map((one) => [linkKeyOf(one), one]));
  return pairs.flatMap((pair) => byKey.get(linkKeyOf(pair)) ?? []);
}

interface FoundLink {
  readonly properties: Readonly<Record<string, never>>;
  readonly key: NamedKey | null;
}

interface Row extends LinkEnds {
  readonly links: readonly FoundLink[];
  readonly revision: Readonly<Record<string, never>> | null;
}

async function look(
  { services, principal, bookmarks }: OperationContext,
  pairs: readonly LinkEnds[],
): Promise<LinkVerification[]> {
  if (pairs.length === 0) return [];
  const rows = await services.database.read<Row>(
    'signature/links',
    { pairs, now: toLocalDateTime(services.clock()), reader: readerOf(principal) },
    { bookmarks },
  );
  return rows.flatMap((row) => judged(row) ?? []);
}

function judged({ sourceId, targetId, relation, links, revision: row }: Row): LinkVerification | null {
  const ends = { sourceId, targetId, relation };
  const revision = row && revisionOf(row);
  const found = currentLink(ends, links);
  if (!found && !revision) return null;
  const link = linkOf(relation, sourceId, targetId, found?.properties ?? {});
  const isKnownByKey = found?.properties['linkKey'] === linkKeyOf(ends);
  return {
    ...ends,
    link,
    ...verified({
      signature: link.signature,
      signedBy: found?.properties['signedBy'] ?? null,
      attestLevel: link.attestLevel,
      agentId: link.observedBy,
      key: found?.key ?? null,
      // The server signs anew what it ends.
      signedAt: revision?.eventType === 'POST_LINK_INVALIDATE' ? revision.at : link.createdAt,
      bytes: linkBytes(link),
      revision,
      // What is gone, or goes by the key of another link, is not what was written.
      digest: found && isKnownByKey ? linkDigest(link) : '',
    }),
    ...(found && !isKnownByKey ? { status: 'TAMPERED' as const } : {}),
  };
}

/** The link that goes by the key of its ends, or one whose key is of others; those that ended before another began are history. */
export function currentLink<Found extends { readonly properties: Readonly<Record<string, unknown>> }>(
  ends: LinkEnds,
  links: readonly Found[],
): Found | undefined {
  const key = linkKeyOf(ends);
  return (
    links.find(({ properties }) => properties['linkKey'] === key) ??
    links.find(({ properties }) => !String(properties['linkKey']).startsWith(`${key}|`))
  );
}
