import type { Database } from '../database/database.ts';

/** What is registered of an agent, as far as rules ask for it. */
export interface KnownAgent {
  readonly agentType: string;
  readonly homeNamespace: string;
}

/** A registered agent; null when it never registered. */
export async function readAgent(
  database: Database,
  agentId: string,
  bookmarks: readonly string[] = [],
): Promise<KnownAgent | null> {
  const [known] = await database.read<KnownAgent>('agent/read', { agentId }, { bookmarks });
  return known ?? null;
}
