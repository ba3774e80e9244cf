import DataLoader from 'dataloader';
import { integer, toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import { LINK_RELATIONS, linkOf, type LinkRelation, type MemoryLink } from '../link/memoryLink.ts';
import type { Memory } from '../memory/memory.ts';
import type { GraphContext } from './context.ts';

const MOST_LINKS = 200;

/** Memories by id, one read for all that an operation asks for; null for what is hidden or gone. */
export function memoryLoader(read: (ids: readonly string[]) => Promise<Memory[]>): DataLoader<string, Memory | null> {
  return new DataLoader(async (ids) => {
    const found = new Map((await read(ids)).map((memory) => [memory.id, memory]));
    return ids.map((id) => found.get(id) ?? null);
  });
}

/** Which links of a memory are asked for. */
export interface LinkSelection {
  readonly direction: 'OUT' | 'IN' | 'BOTH';
  readonly relations: readonly LinkRelation[] | null | undefined;
  /** As the DateTime scalar parsed it; now when absent. */
  readonly asOf: unknown;
}

/** Links by the id of a memory, one read for all memories that ask for the same selection. */
export function linkLoader(context: GraphContext, selection: LinkSelection): DataLoader<string, readonly MemoryLink[]> {
  const name = JSON.stringify(selection);
  const known = context.linkLoaders.get(name);
  if (known) return known;
  const loader = new DataLoader<string, readonly MemoryLink[]>((ids) => readLinks(context, selection, ids));
  context.linkLoaders.set(name, loader);
  return loader;
}

interface LinkRow {
  readonly id: string;
  readonly links: readonly {
    relation: LinkRelation;
    sourceId: string;
    targetId: string;
    properties: Record<string, never>;
  }[];
}

async function readLinks(
  { operation }: GraphContext,
  { direction, relations, asOf }: LinkSelection,
  ids: readonly string[],
): Promise<MemoryLink[][]> {
  const { services, principal, bookmarks } = operation;
  const now = toLocalDateTime(services.clock());
  const rows = await services.database.read<LinkRow>(
    'link/of-memories',
    {
      ids,
      direction,
      relations: relations ?? LINK_RELATIONS,
      asOf: asOf ?? now,
      now,
      limit: integer(MOST_LINKS),
      reader: readerOf(principal),
    },
    { bookmarks },
  );
  const found = new Map(rows.map(({ id, links }) => [id, links]));
  return ids.map((id) =>
    (found.get(id) ?? []).map(({ relation, sourceId, targetId, properties }) =>
      linkOf(relation, sourceId, targetId, properties),
    ),
  );
}
