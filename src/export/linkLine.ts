import { linkToWire } from '../hook/wire/link.ts';
import { withoutUnset } from '../hook/wire/values.ts';
import { linkOf, type LinkRelation } from '../link/memoryLink.ts';
import type { LinkLine } from './format.ts';
import { propertiesToWire } from './typedProperties.ts';

/** Properties of a link that travel under names of their own, or follow from such. */
export const WIRED_LINK_PROPERTIES: readonly string[] = [
  'linkKey',
  'createdAt',
  'observedBy',
  'validFrom',
  'validUntil',
  'signature',
  'attestLevel',
];

/** A row of `export/links` that is wanted. */
export interface ExportedLinkRow {
  readonly sourceId: string;
  readonly targetId: string;
  readonly properties: Readonly<Record<string, never>>;
  readonly types: readonly (readonly [string, string])[];
}

/** A link as a line of the export. */
export function linkLine(relation: LinkRelation, row: ExportedLinkRow): LinkLine {
  const { sourceId, targetId, properties, types } = row;
  return withoutUnset({
    kind: 'link' as const,
    ...linkToWire(linkOf(relation, sourceId, targetId, properties)),
    properties: propertiesToWire(properties, types),
  });
}
