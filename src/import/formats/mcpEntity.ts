import { createHash } from 'node:crypto';
import { z } from 'zod';
import { bytesOf, textOfCharacters } from '../../memory/bounds.ts';
import { BadRow, checked } from '../checked.ts';
import type { Placement } from '../row.ts';
import type { JsonObject } from './jsonLine.ts';

const MOST_CONTENT = 65_536;
/** Room for the number behind the title of a part. */
const LONGEST_STEM = 500;

const entitySchema = z.object({
  name: textOfCharacters(512),
  entityType: z.string('text').nullish(),
  observations: z.array(z.string('text'), 'a list').nullish(),
});

/**
 * An entity as wire memories: one, whose content has an observation a line; where they are more than a memory holds, as
 * many as it takes.
 * @param at the time of the file, since the format has none
 * @throws BadRow naming the field and the bound
 */
export function memoriesOfEntity(raw: JsonObject, at: string, place: Placement): JsonObject[] {
  const { name, entityType, observations } = checked(entitySchema, raw);
  const id = entityId(name, place);
  const type = entityType?.trim() ?? '';
  return contentsOf(name, type, observations ?? []).map((content, index) => ({
    id: index === 0 ? id : `${id}-${index + 1}`,
    tier: 'long',
    title: index === 0 ? name : `${name.slice(0, LONGEST_STEM)} (${index + 1})`,
    content,
    tags: type === '' || bytesOf(type) > 128 ? [] : [type],
    source: 'import',
    memory_kind: 'entity',
    metadata: type === '' ? {} : { entity_type: type },
    created_at: at,
    updated_at: at,
  }));
}

/** The id of an entity: the same whenever the same file is imported to the same place. */
export function entityId(name: string, { namespace, agentId }: Placement): string {
  const text = [namespace ?? 'global', agentId, name].join('\u001f');
  return `mcp-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** The ids of an entity's further parts. */
export function partIds(raw: JsonObject, at: string, place: Placement): string[] {
  return memoriesOfEntity(raw, at, place)
    .slice(1)
    .map(({ id }) => id as string);
}

function contentsOf(name: string, type: string, observations: readonly string[]): string[] {
  const contents: string[] = [];
  let content = '';
  observations.forEach((observation, index) => {
    // Files from Windows; a carriage return alone has no place in a memory.
    const text = observation.replace(/\r\n?/g, '\n').trimEnd();
    if (text === '') return;
    if (bytesOf(text) > MOST_CONTENT)
      throw new BadRow(`observations[${index}]: at most 65,536 bytes, got ${bytesOf(text)} bytes`);
    const longer = content === '' ? text : `${content}\n${text}`;
    if (bytesOf(longer) <= MOST_CONTENT) content = longer;
    else {
      contents.push(content);
      content = text;
    }
  });
  if (content !== '') contents.push(content);
  return contents.length > 0 ? contents : [type === '' ? name : `${name} (${type})`];
}
