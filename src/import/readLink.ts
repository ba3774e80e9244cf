import { z } from 'zod';
import { typedPropertiesSchema } from '../export/typedProperties.ts';
import { linkFromWire, withLinkAliases } from '../hook/wire/link.ts';
import { authorIdSchema, memoryIdSchema, signatureSchema } from '../memory/bounds.ts';
import { BadRow, checked, decoded } from './checked.ts';
import type { LinkRow } from './row.ts';

const boundsSchema = z.object({
  source_id: memoryIdSchema,
  target_id: memoryIdSchema,
  observed_by: authorIdSchema.nullish(),
  signature: signatureSchema.nullish(),
  properties: typedPropertiesSchema.nullish(),
});

/**
 * A wire link as a row to write.
 * @throws BadRow naming the field and the bound
 */
export function readLink(line: number, aliased: Readonly<Record<string, unknown>>): LinkRow {
  const raw = withLinkAliases(aliased);
  const { source_id: source, target_id: target, properties } = checked(boundsSchema, raw);
  if (source === target) throw new BadRow(`target_id: must be another memory than source_id, is ${target}`);
  return { kind: 'link', line, link: decoded(() => linkFromWire(raw)), properties: properties ?? {} };
}
