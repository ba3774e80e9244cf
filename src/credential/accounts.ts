import type { Database } from '../database/database.ts';
import { asUnavailable } from '../database/unavailable.ts';
import type { Role } from '../agent/principal.ts';

/** An API token as it is kept, with the home of its agent. */
export interface StoredApiToken {
  readonly digest: string;
  readonly agentId: string;
  /** The token's own, else the agent's, else `global`. */
  readonly home: string;
  readonly roles: readonly Role[];
  /** ISO-8601. */
  readonly expiresAt: string;
  readonly isRevoked: boolean;
}

/** What the graph knows of those who call. */
export interface Accounts {
  /** The home that an admin gave an agent; null when it never registered, or chose its home itself. */
  givenHome(agentId: string): Promise<string | null>;
  apiToken(id: string): Promise<StoredApiToken | null>;
  /** Those of these tokens that do not hold any more. */
  revokedTokens(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The accounts in a database. Each is read when it is asked for: what an admin takes back is gone at once. */
export function accountsIn(database: Database): Accounts {
  const read = async <Row>(...[name, parameters]: Parameters<Database['read']>): Promise<Row[]> => {
    try {
      return await database.read<Row>(name, parameters);
    } catch (error) {
      throw asUnavailable(error) ?? error;
    }
  };
  return {
    async givenHome(agentId) {
      const [agent] = await read<{ homeNamespace: string; homeIsChosen: boolean }>('agent/read', { agentId });
      return agent && !agent.homeIsChosen ? agent.homeNamespace : null;
    },
    async apiToken(id) {
      const [token] = await read<StoredApiToken>('token/read', { id });
      return token ?? null;
    },
    async revokedTokens(ids) {
      const rows = await read<{ id: string }>('token/revoked', { ids });
      return new Set(rows.map((row) => row.id));
    },
  };
}
