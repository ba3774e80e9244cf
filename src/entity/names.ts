import { audienceOf, type Readable } from '../governance/audience.ts';

/** A name as the graph keeps it. */
export interface NameRecord {
  /** Unique: a name belongs to one entity of a namespace and audience, so that a hidden one is never in the way. */
  readonly key: string;
  readonly folded: string;
  readonly alias: string;
}

/** A name without what people do not mind: case, accents, width, and how much space stands between words. */
export function foldName(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');
  // Up, then down: ß and SS are one.
  const folded = bare.toUpperCase().toLowerCase().normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return folded === '' ? name : folded;
}

/** The canonical name and the aliases as the graph keeps them, each once, in the order in which they are locked. */
export function nameRecords(
  memory: Readable & { readonly title: string },
  aliases: readonly string[],
): readonly NameRecord[] {
  const byFolded = new Map<string, string>();
  for (const name of [memory.title, ...aliases]) if (!byFolded.has(foldName(name))) byFolded.set(foldName(name), name);
  return [...byFolded]
    .map(([folded, alias]) => ({ key: [memory.namespace, audienceOf(memory), folded].join('\u001f'), folded, alias }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Names besides the canonical one, each once, sorted. */
export function otherNames(canonicalName: string, names: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const name of names) if (!byFolded.has(foldName(name))) byFolded.set(foldName(name), name);
  byFolded.delete(foldName(canonicalName));
  return [...byFolded.values()].sort();
}

/** What an entity's memory says of itself, so that it is recalled by every name. */
export function contentOf(canonicalName: string, aliases: readonly string[]): string {
  return aliases.length === 0 ? canonicalName : `${canonicalName}\nAlso known as: ${aliases.join('; ')}`;
}

/** The writer's keys for names: in one batch, no two rows are about one name in a namespace, whoever may read them. */
export function nameKeys(namespace: string, names: readonly NameRecord[]): string[] {
  return names.map(({ folded }) => ['name', namespace, folded].join('\u001f'));
}
