import type { RunStatement } from './database.ts';
import { toLocalDateTime } from './values.ts';

/** Where a new memory goes in its episode. */
export interface EpisodeLink {
  readonly id: string;
  /** The memory it comes after, when the writer names one. */
  readonly follows: string | null;
  /** Namespace, agent and key in one; null without an episode. */
  readonly episodeKey: string | null;
}

/**
 * Chains new memories by NEXT, in the order given. The statement locks each Episode node and reads its last memory;
 * the order within a batch is worked out here, since rows of one statement do not see each other (design §5).
 */
export async function chainEpisodes(run: RunStatement, links: readonly EpisodeLink[], now: Date): Promise<void> {
  const explicit = links.filter(({ follows }) => follows !== null);
  if (explicit.length > 0) {
    await run('memory/follow', { rows: explicit.map(({ id, follows }) => ({ id, follows })) });
  }
  const episodes = new Map<string, string[]>();
  for (const { id, follows, episodeKey } of links) {
    if (follows !== null || episodeKey === null) continue;
    const ids = episodes.get(episodeKey);
    if (ids) ids.push(id);
    else episodes.set(episodeKey, [id]);
  }
  if (episodes.size === 0) return;
  // Sorted, so that two servers lock episodes in one order.
  const rows = [...episodes].map(([key, ids]) => ({ key, ids })).sort((a, b) => (a.key < b.key ? -1 : 1));
  await run('memory/chain', { rows, now: toLocalDateTime(now) });
}
