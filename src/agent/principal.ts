import type { z } from 'zod';
import { badUserInput, OperationRefused } from '../errors.ts';
import { agentIdSchema, namespaceSchema } from '../memory/bounds.ts';

/** What a principal may do besides reading and writing as an agent (contract: "Roles"). */
export const ROLES = ['agent', 'approver', 'admin', 'viewer'] as const;

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number];

/** Who acts: the one identity that every operation, read and subscription is judged by. */
export interface Principal {
  readonly agentId: string;
  /** Home namespace: the position in the tree that TEAM, UNIT and ORG memories are read from. */
  readonly home: string;
  readonly roles: readonly Role[];
  /** True for an admin: reads past the audience of memories. */
  readonly readsAll: boolean;
  /** What kind of agent its credential says that it is, e.g. `human`; absent when it says nothing. */
  readonly agentType?: string | undefined;
  /** What proved who it is; absent where callers are believed. */
  readonly credential?: Credential | undefined;
}

/** A verified token, as far as it matters once it was verified. */
export interface Credential {
  /** When it stops to hold, in milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
  /** Id of the API token that it is, which may be revoked; null for a JWT. */
  readonly tokenId: string | null;
}

/** The caller of a server without authentication who sends no header at all: the person at the keyboard. */
const LOCAL_ADMIN: Principal = { agentId: 'local', home: 'global', roles: ['admin'], readsAll: true };

/** The three values that name a principal where nothing is verified (`AUTH_MODE=none`). */
export interface ClaimedIdentity {
  readonly agentId?: string | undefined;
  readonly namespace?: string | undefined;
  /** Comma-separated roles. */
  readonly roles?: string | undefined;
}

/**
 * The principal of a caller that is believed (loopback only; contract: AUTH_MODE).
 * @throws OperationRefused BAD_USER_INPUT for a malformed id, namespace or role; UNAUTHENTICATED when a namespace or
 *   role comes without an agent id
 */
export function claimedPrincipal(claim: ClaimedIdentity): Principal {
  const { agentId, namespace, roles } = claim;
  if (agentId === undefined) {
    if (namespace === undefined && roles === undefined) return LOCAL_ADMIN;
    throw new OperationRefused('UNAUTHENTICATED', 'x-namespace and x-roles need an x-agent-id');
  }
  return principalOf(
    checked('x-agent-id', agentIdSchema, agentId),
    namespace === undefined ? 'global' : checked('x-namespace', namespaceSchema, namespace),
    roles === undefined ? ['agent'] : parseRoles(roles),
  );
}

/** Whether somebody decides about, and looks at, what others do: an approver or an admin. */
export function oversees({ roles }: Principal): boolean {
  return roles.includes('approver') || roles.includes('admin');
}

/** A principal with what follows from its roles worked out. */
export function principalOf(agentId: string, home: string, roles: readonly Role[]): Principal {
  return { agentId, home, roles, readsAll: roles.includes('admin') };
}

/**
 * Roles as `x-roles` has them.
 * @throws OperationRefused BAD_USER_INPUT for a role that does not exist
 */
export function parseRoles(text: string): Role[] {
  return text.split(',').map((part) => {
    const role = part.trim();
    if (!ROLES.includes(role as Role)) throw badUserInput('x-roles', `one of ${ROLES.join(', ')}`, role);
    return role as Role;
  });
}

function checked(field: string, schema: z.ZodType<string>, value: string): string {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw badUserInput(field, parsed.error.issues[0]?.message ?? 'invalid', `${value.length} characters`);
  return parsed.data;
}
