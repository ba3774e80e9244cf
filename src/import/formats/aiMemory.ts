import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { MEMORY_KINDS, SOURCES } from '../../memory/memory.ts';
import { LINK_RELATIONS } from '../../link/memoryLink.ts';
import { rowOrProblem } from '../checked.ts';
import { textOf } from '../lines.ts';
import { readLink } from '../readLink.ts';
import { readMemory } from '../readMemory.ts';
import type { ImportRow, Placement, Problem } from '../row.ts';
import { NotThisFormat, type ImportFormat } from './format.ts';
import { asObject, type JsonObject } from './jsonLine.ts';

/** `ai-memory export`: one object with `memories` and `links`, whichever comes first. */
export const aiMemory: ImportFormat = {
  async preface(file) {
    for await (const _ of entriesOf(file)) return { vectors: null };
    return { vectors: null };
  },

  async *rows(file, pass, place) {
    const wanted = pass === 'things' ? 'memories' : 'links';
    for await (const { list, line, value, bytes } of entriesOf(file)) {
      if (list !== wanted) continue;
      yield { row: rowOrProblem(line, () => readEntry(list, line, value, place)), bytes };
    }
  },
};

function readEntry(list: List, line: number, value: unknown, place: Placement): ImportRow | Problem {
  const raw = asObject(value);
  return list === 'memories' ? readMemory(line, ourMemory(raw), place) : readLink(line, ourLink(raw));
}

const CONFIDENCE_SOURCES = ['caller_provided', 'auto_derived', 'calibrated', 'decayed', 'curator_derived', 'default'];
const ATTEST_LEVELS = ['unsigned', 'self_signed', 'peer_attested', 'signed_by_peer', 'daemon_signed'];
const KINDS: readonly string[] = MEMORY_KINDS.map((kind) => kind.toLowerCase());
const RELATIONS: readonly string[] = LINK_RELATIONS.map((relation) => relation.toLowerCase());

/** Its internal writers, and later versions, use names outside the closed sets: those are kept in the metadata. */
function ourMemory(raw: JsonObject): JsonObject {
  const source = within(raw['source'], SOURCES, 'import');
  const kind = within(raw['memory_kind'], KINDS, 'observation');
  const confidence = within(raw['confidence_source'], CONFIDENCE_SOURCES, 'caller_provided');
  const kept = Object.entries({
    imported_source: source.other,
    imported_kind: kind.other,
    imported_confidence_source: confidence.other,
  }).filter(([, other]) => other !== undefined);
  const mapped = {
    ...raw,
    source: source.name,
    memory_kind: kind.name,
    confidence_source: confidence.name,
  };
  if (kept.length === 0) return mapped;
  return { ...mapped, metadata: { ...(raw['metadata'] as object | null), ...Object.fromEntries(kept) } };
}

/** Later versions have more relations: those are kept beside RELATED_TO. A signature comes as bytes. */
function ourLink(raw: JsonObject): JsonObject {
  const relation = within(raw['relation'], RELATIONS, 'related_to');
  const attestLevel = within(raw['attest_level'], ATTEST_LEVELS, 'unsigned');
  const signature = raw['signature'];
  return {
    ...raw,
    relation: relation.name,
    attest_level: attestLevel.name,
    signature: Array.isArray(signature) ? Buffer.from(signature as number[]).toString('base64') : signature,
    properties: relation.other === undefined ? undefined : { relationTypes: [relation.other] },
  };
}

/** A name of a closed set; another text is replaced, and told. */
function within(value: unknown, names: readonly string[], instead: string): { name: unknown; other?: string } {
  return typeof value === 'string' && !names.includes(value) ? { name: instead, other: value } : { name: value };
}

type List = 'memories' | 'links';
interface Entry {
  readonly list: List;
  readonly line: number;
  readonly value: unknown;
  readonly bytes: number;
}

/** The entries of both lists with the lines they begin at, read as they come. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const found: Omit<Entry, 'bytes'>[] = [];
  const tokenizer = new Tokenizer();
  const parser = new TokenParser({ paths: ['$.memories.*', '$.links.*'], keepStack: false });
  let line = 1;
  let depth = 0;
  let begins = 1;
  tokenizer.onToken = (parsed) => {
    if (parsed.token === TokenType.LEFT_BRACE || parsed.token === TokenType.LEFT_BRACKET) {
      depth += 1;
      if (depth === 3) begins = line;
    } else if (parsed.token === TokenType.RIGHT_BRACE || parsed.token === TokenType.RIGHT_BRACKET) depth -= 1;
    parser.write(parsed);
  };
  parser.onValue = ({ value, stack }) => found.push({ list: stack[1]?.key as List, line: begins, value });
  const failed = (error: Error) => {
    throw new NotThisFormat(`line ${line}: not JSON as ai-memory exports it: ${error.message}`);
  };
  tokenizer.onError = failed;
  parser.onError = failed;
  for await (const { text, bytes } of textOf(file)) {
    for (const piece of text.split(/(?<=\n)/)) {
      tokenizer.write(piece);
      if (piece.endsWith('\n')) line += 1;
    }
    for (const entry of found.splice(0)) yield { ...entry, bytes };
  }
  if (!parser.isEnded) throw new NotThisFormat(`line ${line}: the file ends in the middle`);
}
