import { z } from 'zod';
import { EPISODE_KEY_DIVIDER, FORMAT, FORMAT_VERSION, RECORD_KINDS, type RecordKind } from '../../export/format.ts';
import { typedPropertiesSchema } from '../../export/typedProperties.ts';
import { instant, timestampSchema } from '../../hook/wire/values.ts';
import { integerBetween, memoryIdSchema, namespaceSchema, textOfBytes, textOfCharacters } from '../../memory/bounds.ts';
import { BadRow, checked, rowOrProblem } from '../checked.ts';
import { linesOf } from '../lines.ts';
import { readLink } from '../readLink.ts';
import { placedVersion } from '../placedVersion.ts';
import { placed, placedKey, readMemory } from '../readMemory.ts';
import type { ImportRow, Pass, Placement } from '../row.ts';
import { NotThisFormat, type ImportFormat } from './format.ts';
import { jsonObject, type JsonObject } from './jsonLine.ts';

const headerSchema = z.object({
  kind: z.literal('header'),
  format: z.literal(FORMAT),
  version: z.number(),
  embedding_model: z.object({ model: z.string(), dimensions: z.int().min(1).max(4096) }).nullish(),
});
const nextSchema = z.object({ from_id: memoryIdSchema, to_id: memoryIdSchema });
const episodeSchema = z.object({
  key: z.array(textOfCharacters(512)).length(3),
  last_at: timestampSchema,
  last_id: memoryIdSchema.nullish(),
});
const namespaceLineSchema = z.object({ path: namespaceSchema, properties: typedPropertiesSchema.nullish() });
const recordSchema = z.object({ properties: typedPropertiesSchema });
const versionSchema = z.object({
  memory_id: memoryIdSchema,
  version: integerBetween(1, Number.MAX_SAFE_INTEGER),
  properties: typedPropertiesSchema,
});
const aliasSchema = z.object({
  key: z.string().min(1).max(4096),
  memory_id: memoryIdSchema,
  properties: typedPropertiesSchema,
});
const keySchema = textOfBytes(128);

/** Blank lines, and those that `npm run` prints before the first one. */
function isPreamble(text: string | null): boolean {
  return text !== null && (text.trim() === '' || text.startsWith('> '));
}

type ReadLine = (line: number, raw: JsonObject, place: Placement) => ImportRow | null;

/** How each kind of line is read, and in which pass. */
const KINDS: Readonly<Record<string, { pass: Pass; read: ReadLine }>> = {
  header: { pass: 'things', read: () => null },
  end: { pass: 'things', read: () => null },
  namespace: {
    pass: 'things',
    read(line, raw, place) {
      const { path, properties } = checked(namespaceLineSchema, { ...raw, path: placed(raw['path'], place) });
      return { kind: 'namespace', line, path, properties: properties ?? {} };
    },
  },
  memory: { pass: 'things', read: readMemory },
  ...(Object.fromEntries(
    (Object.keys(RECORD_KINDS) as RecordKind[]).map((kind) => [kind, { pass: 'things', read: recordOf(kind) }]),
  ) as Record<RecordKind, { pass: Pass; read: ReadLine }>),
  version: {
    pass: 'ties',
    read(line, raw, place) {
      const { memory_id: memoryId, version, properties } = checked(versionSchema, raw);
      return { kind: 'version', line, memoryId, version, properties: placedVersion(properties, place) };
    },
  },
  entity_alias: {
    pass: 'ties',
    read(line, raw, place) {
      const { key, memory_id: memoryId, properties } = checked(aliasSchema, raw);
      // Its key is made from the place of its entity.
      return place.namespace === null ? { kind: 'entity_alias', line, key, memoryId, properties } : null;
    },
  },
  link: { pass: 'ties', read: readLink },
  next: {
    pass: 'ties',
    read(line, raw) {
      const { from_id: fromId, to_id: toId } = checked(nextSchema, raw);
      return { kind: 'next', line, fromId, toId };
    },
  },
  episode: {
    pass: 'ties',
    read(line, raw, place) {
      const { key, last_at: lastAt, last_id: lastId } = checked(episodeSchema, raw);
      if (key.some((part) => part.includes(EPISODE_KEY_DIVIDER))) throw new BadRow('key: no control characters');
      return { kind: 'episode', line, key: placedKey(key, place), lastAt: instant(lastAt), lastId: lastId ?? null };
    },
  },
};

function recordOf(kind: RecordKind): ReadLine {
  return (line, raw, place) => {
    const { properties } = checked(recordSchema, raw);
    const { key } = checked(z.object({ key: keySchema }), { key: properties[RECORD_KINDS[kind].key] });
    // It names namespaces and memories of where it was made.
    return place.namespace === null ? { kind, line, key, properties } : null;
  };
}

/** This project's own export (src/export/format.ts). */
export const jsonl: ImportFormat = {
  async preface(file) {
    for await (const { text } of linesOf(file)) {
      if (isPreamble(text)) continue;
      const header = headerSchema.safeParse(rowOrProblem(1, () => jsonObject(text)));
      if (!header.success) throw new NotThisFormat(`the first line is no header of a ${FORMAT}`);
      const { version, embedding_model: vectors } = header.data;
      if (version > FORMAT_VERSION)
        throw new NotThisFormat(`the export has format version ${version}; this program reads up to ${FORMAT_VERSION}`);
      return { vectors: vectors ?? null };
    }
    throw new NotThisFormat('the file has no line');
  },

  async *rows(file, pass, place) {
    let last = 1;
    let whole = false;
    for await (const { number, text, bytes } of linesOf(file)) {
      last = number;
      if (isPreamble(text)) continue;
      // What belongs to no pass is told in the first.
      let mine: Pass = 'things';
      const row = rowOrProblem(number, (): ImportRow | null => {
        const raw = jsonObject(text);
        whole = raw['kind'] === 'end';
        const kind = KINDS[String(raw['kind'])];
        if (!kind) throw new BadRow(`kind: no kind of line, got ${String(raw['kind'])}`);
        mine = kind.pass;
        return mine === pass ? kind.read(number, raw, place) : null;
      });
      if (row && mine === pass) yield { row, bytes };
    }
    if (pass === 'ties' && !whole)
      yield {
        row: { kind: 'problem', line: last, what: 'the file ends before its end line: it is not whole' },
        bytes: 0,
      };
  },
};
