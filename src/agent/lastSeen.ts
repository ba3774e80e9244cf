import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { toLocalDateTime } from '../database/values.ts';
import type { Principal } from './principal.ts';

/** An agent is noted once in so long (seed: last_seen_at "bumps on agent activity"). */
const COALESCE_MS = 60_000;
const FLUSH_MS = 1_000;
const MOST_REMEMBERED = 10_000;

/**
 * Notes when registered agents were last active, and when API tokens were last used: at most once a minute each, written
 * behind, and lost by a kill. Never holds up a request.
 */
export class LastSeen {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #clock: () => Date;
  readonly #noted = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: COALESCE_MS });
  #agentIds = new Set<string>();
  #tokenIds = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, options: { log: Logger; clock: () => Date }) {
    this.#database = database;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  /** Notes that somebody calls. */
  note({ agentId, credential }: Principal): void {
    const tokenId = credential?.tokenId ?? null;
    const name = `${agentId} ${tokenId ?? ''}`;
    if (this.#noted.has(name)) return;
    this.#noted.set(name, true);
    this.#agentIds.add(agentId);
    if (tokenId !== null) this.#tokenIds.add(tokenId);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Writes what is noted; for the end of the server too. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    const [agentIds, tokenIds] = [[...this.#agentIds].sort(), [...this.#tokenIds].sort()];
    this.#agentIds = new Set();
    this.#tokenIds = new Set();
    if (agentIds.length === 0) return;
    const now = this.#clock();
    // Half of it: what this process wrote a minute ago is always old enough.
    const before = new Date(now.getTime() - COALESCE_MS / 2);
    try {
      await this.#database.write((run) =>
        run('agent/seen', { agentIds, tokenIds, now: toLocalDateTime(now), before: toLocalDateTime(before) }),
      );
    } catch (error) {
      this.#log.warn({ err: error, agents: agentIds.length }, 'who was seen could not be written');
    }
  }
}
