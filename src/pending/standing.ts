import type { Principal } from '../agent/principal.ts';
import type { Database } from '../database/database.ts';
import { PERSONS, REGISTERED } from '../governance/deciders.ts';
import { isPerson, type Standing } from './entitled.ts';

/** The tokens of those who decide that a caller has by being registered, besides its own of audience.ts. */
export async function deciderTokens(database: Database, principal: Principal): Promise<string[]> {
  const [standing] = await database.read<Standing>('agent/read', { agentId: principal.agentId });
  if (!standing) return [];
  return [REGISTERED, ...(isPerson(principal, standing) ? [PERSONS] : [])];
}
