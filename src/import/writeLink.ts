import { fromIso } from '../database/values.ts';
import type { EventDraft, Outcome, Write } from '../database/writer.ts';
import { propertiesFromWire } from '../export/typedProperties.ts';
import { ACYCLIC, linkKeyOf, type MemoryLink } from '../link/memoryLink.ts';
import type { LinkRow } from './row.ts';

/** The write of a link. Observers hear of one whose ends are both live. */
export function linkWrite({ link, properties }: LinkRow, actor: string): Write {
  const linkKey = linkKeyOf(link);
  const instant = (text: string | null) => (text === null ? null : fromIso(text));
  return {
    statement: 'import/link',
    row: {
      sourceId: link.sourceId,
      targetId: link.targetId,
      relation: link.relation,
      linkKey,
      acyclic: ACYCLIC.has(link.relation),
      properties: {
        ...propertiesFromWire(properties),
        linkKey,
        createdAt: fromIso(link.createdAt),
        observedBy: link.observedBy,
        validFrom: instant(link.validFrom),
        validUntil: instant(link.validUntil),
        signature: link.signature,
        attestLevel: link.attestLevel,
      },
    },
    keys: [`link:${linkKey}`],
    events: (outcome) => linkEvents(link, outcome, actor),
    recover: () => ({ outcome: 'OK' }),
  };
}

function linkEvents(link: MemoryLink, outcome: Outcome, actor: string): EventDraft[] {
  const source = outcome['source'] as { namespace: string; readers: string[] } | null;
  const target = outcome['target'] as { readers: string[] } | null;
  if (!source || !target) return [];
  return [
    {
      type: 'POST_LINK',
      namespace: source.namespace,
      actor,
      readers: source.readers,
      otherReaders: target.readers,
      memoryIds: [link.sourceId, link.targetId],
      payload: { link },
    },
  ];
}
