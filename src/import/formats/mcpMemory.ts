import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { textOfCharacters } from '../../memory/bounds.ts';
import { BadRow, checked, rowOrProblem } from '../checked.ts';
import { linesOf } from '../lines.ts';
import { readLink } from '../readLink.ts';
import { readMemory } from '../readMemory.ts';
import type { Found, ImportRow, Pass, Placement } from '../row.ts';
import type { ImportFormat } from './format.ts';
import { jsonObject, type JsonObject } from './jsonLine.ts';
import { entityId, memoriesOfEntity, partIds } from './mcpEntity.ts';

const relationSchema = z.object({
  from: textOfCharacters(512),
  to: textOfCharacters(512),
  relationType: textOfCharacters(512),
});

/** The JSON Lines of the MCP memory server: entities with observations, and relations between them by name. */
export const mcpMemory: ImportFormat = {
  preface: async () => ({ vectors: null }),

  async *rows(file, pass, place) {
    const at = (await stat(file)).mtime.toISOString();
    const relations = new Relations(at, place);
    for await (const { number, text, bytes } of linesOf(file)) {
      if (text?.trim() === '') continue;
      let rows: readonly ImportRow[] = [];
      let mine: Pass = 'things';
      const read = rowOrProblem(number, () => {
        const raw = jsonObject(text);
        if (raw['type'] === 'entity') rows = entityRows(number, raw, at, place, pass);
        else if (raw['type'] === 'relation') {
          mine = 'ties';
          if (pass === 'ties') relations.add(number, raw);
        } else throw new BadRow(`type: entity or relation, got ${String(raw['type'])}`);
        return null;
      });
      if (read !== null && mine === pass) yield { row: read, bytes };
      for (const row of rows) yield { row, bytes };
    }
    yield* relations.rows();
  },
};

function entityRows(line: number, raw: JsonObject, at: string, place: Placement, pass: Pass): readonly ImportRow[] {
  if (pass === 'things') {
    // Its place is the namespace itself, not one below it.
    const here = { ...place, namespace: null };
    return memoriesOfEntity(raw, at, place).map((memory) =>
      readMemory(line, { ...memory, namespace: place.namespace ?? 'global' }, here),
    );
  }
  const [first] = memoriesOfEntity(raw, at, place);
  return partIds(raw, at, place).map((part) =>
    readLink(line, { source_id: part, target_id: first?.['id'], relation: 'derives_from', created_at: at }),
  );
}

/**
 * The relations of a file. Two entities have one RELATED_TO link, whatever number of relations they have, so these are
 * gathered first: the server that wrote the file holds all of it in memory too.
 */
class Relations {
  readonly #at: string;
  readonly #place: Placement;
  readonly #links = new Map<string, { line: number; from: string; to: string; types: Set<string> }>();

  constructor(at: string, place: Placement) {
    this.#at = at;
    this.#place = place;
  }

  add(line: number, raw: JsonObject): void {
    const { from, to, relationType } = checked(relationSchema, raw);
    if (from === to) throw new BadRow(`to: another entity than from, got ${to}`);
    const key = JSON.stringify([from, to]);
    const known = this.#links.get(key);
    if (known) known.types.add(relationType);
    else this.#links.set(key, { line, from, to, types: new Set([relationType]) });
  }

  *rows(): Generator<Found> {
    for (const { line, from, to, types } of this.#links.values()) {
      const row = rowOrProblem(line, () =>
        readLink(line, {
          source_id: entityId(from, this.#place),
          target_id: entityId(to, this.#place),
          relation: 'related_to',
          created_at: this.#at,
          observed_by: this.#place.agentId,
          properties: { relationTypes: [...types] },
        }),
      );
      yield { row, bytes: 0 };
    }
  }
}
