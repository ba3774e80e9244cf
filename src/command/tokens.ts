import { newApiToken } from '../credential/apiToken.ts';
import type { Database } from '../database/database.ts';
import { toLocalDateTime } from '../database/values.ts';
import { UsageError } from '../runtime/usageError.ts';
import type { CommandOutcome } from './hooksFromFiles.ts';
import { table } from './table.ts';
import type { TokenWish } from './tokenArguments.ts';

type Wish<Command extends TokenWish['command']> = Extract<TokenWish, { command: Command }>;

/** An API token as the commands show it. */
interface ShownToken {
  readonly id: string;
  readonly agentId: string;
  readonly homeNamespace?: string | null;
  readonly roles: readonly string[];
  readonly name?: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt?: string | null;
  readonly revokedAt?: string | null;
}

/** `token create`: the token alone on standard output, so that a script can take it, and what it is beside it. */
export async function createToken(
  database: Database,
  { agentId, namespace, roles, lifetimeMs, name, json }: Wish<'create'>,
  now: Date,
): Promise<CommandOutcome> {
  const { id, text, digest } = newApiToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const plain = { id, agentId, homeNamespace: namespace, roles, name };
  await database.write((run) =>
    run('token/create', {
      record: { ...plain, digest, createdAt: toLocalDateTime(now), expiresAt: toLocalDateTime(expiresAt) },
    }),
  );
  const shown = shownOf({ ...plain, createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() });
  if (json) return { text: JSON.stringify({ ...shown, token: text }, null, 2), code: 0 };
  const note = `API token ${id} for ${agentId} (${roles.join(', ')}), until ${shown.expiresAt}. It is not shown again.`;
  return { text, note, code: 0 };
}

/** `token list`. */
export async function listTokens(database: Database, { json }: Wish<'list'>, now: Date): Promise<CommandOutcome> {
  const tokens = (await database.read<{ record: ShownToken }>('token/list')).map(({ record }) => shownOf(record));
  if (json) return { text: JSON.stringify(tokens, null, 2), code: 0 };
  const rows = tokens.map((token) => [
    token.id,
    token.agentId,
    token.homeNamespace ?? '',
    token.roles.join(','),
    token.expiresAt,
    token.lastUsedAt ?? 'never',
    stateOf(token, now),
    token.name ?? '',
  ]);
  const head = ['ID', 'AGENT', 'NAMESPACE', 'ROLES', 'EXPIRES', 'USED', 'STATE', 'NAME'];
  return { text: rows.length === 0 ? 'no API tokens' : table(head, rows), code: 0 };
}

/** `token revoke`: servers refuse the token from now on, and close its open sockets within some seconds. */
export async function revokeToken(
  database: Database,
  { id, json }: Wish<'revoke'>,
  now: Date,
): Promise<CommandOutcome> {
  const [row] = await database.write((run) =>
    run<{ record: ShownToken }>('token/revoke', { id, now: toLocalDateTime(now) }),
  );
  if (!row) throw new UsageError(`there is no API token ${id}`);
  const token = shownOf(row.record);
  return { text: json ? JSON.stringify(token, null, 2) : `revoked ${id}, the token of ${token.agentId}`, code: 0 };
}

/** All fields, whether they are set or not. */
function shownOf(token: ShownToken) {
  const { id, agentId, homeNamespace, roles, name, createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  return {
    ...{ id, agentId, homeNamespace: homeNamespace ?? null, roles, name: name ?? null },
    ...{ createdAt, expiresAt, lastUsedAt: lastUsedAt ?? null, revokedAt: revokedAt ?? null },
  };
}

function stateOf({ revokedAt, expiresAt }: ShownToken, now: Date): string {
  if (revokedAt != null) return 'revoked';
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'holds';
}
