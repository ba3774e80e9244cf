import DataLoader from 'dataloader';
import { checkHistoryPage, readHistories, type MemoryVersion } from '../memory/history.ts';
import type { GraphContext } from './context.ts';

/** Which versions of a memory are asked for, as GraphQL hands it over. */
export interface HistorySelection {
  readonly first?: number | null;
  readonly before?: number | null;
}

/** How many versions are read when nothing is said. */
const PAGE = 20;

/**
 * Versions by the id of a memory, one read for all memories that ask for the same page.
 * @throws OperationRefused BAD_USER_INPUT for a page out of bounds
 */
export function historyLoader(
  context: GraphContext,
  { first, before }: HistorySelection,
): DataLoader<string, readonly MemoryVersion[]> {
  const page = { first: first ?? PAGE, before: before ?? null };
  checkHistoryPage(page);
  const name = JSON.stringify(page);
  const known = context.historyLoaders.get(name);
  if (known) return known;
  const loader = new DataLoader<string, readonly MemoryVersion[]>(async (ids) => {
    const found = await readHistories(context.operation, ids, page);
    return ids.map((id) => found.get(id) ?? []);
  });
  context.historyLoaders.set(name, loader);
  return loader;
}
