import type { JWTPayload } from 'jose';
import type { z } from 'zod';
import { agentTypeSchema } from '../agent/bounds.ts';
import { type Role, ROLES } from '../agent/principal.ts';
import { OperationRefused } from '../errors.ts';
import { agentIdSchema, namespaceSchema } from '../memory/bounds.ts';
import { unauthenticated } from './refusal.ts';

/** Who a verified token says that its bearer is. */
export interface ClaimedPrincipal {
  readonly agentId: string;
  /** Absent when the token names none. */
  readonly home: string | undefined;
  readonly roles: readonly Role[];
  readonly agentType: string | undefined;
}

/**
 * Reads the claims: `sub` is the agent, `namespace` its home, `roles` a list or names between blanks, `agent_type` its type.
 * @throws OperationRefused UNAUTHENTICATED for a claim that breaks its bound; FORBIDDEN when all roles are unknown here
 */
export function readClaims(claims: JWTPayload): ClaimedPrincipal {
  const optional = (claim: string, schema: z.ZodType<string>) =>
    claims[claim] === undefined || claims[claim] === null ? undefined : checked(claim, schema, claims[claim]);
  return {
    agentId: checked('sub', agentIdSchema, claims.sub),
    home: optional('namespace', namespaceSchema),
    roles: rolesOf(claims['roles']),
    agentType: optional('agent_type', agentTypeSchema),
  };
}

function checked(claim: string, schema: z.ZodType<string>, value: unknown): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const bound = parsed.error.issues[0]?.message ?? 'invalid';
  throw unauthenticated('CLAIM', `the claim ${claim} of the token: ${bound}`, { claim, bound });
}

/** Issuers put roles of other programs there too: those are passed over. */
function rolesOf(claim: unknown): readonly Role[] {
  if (claim === undefined || claim === null) return ['agent'];
  const names: unknown = typeof claim === 'string' ? claim.split(/\s+/).filter(Boolean) : claim;
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) {
    const bound = 'a list of names, or names between blanks';
    throw unauthenticated('CLAIM', `the claim roles of the token: ${bound}`, { claim: 'roles', bound });
  }
  const roles = ROLES.filter((role) => names.includes(role));
  if (roles.length === 0)
    throw new OperationRefused('FORBIDDEN', `the token has no role of ${ROLES.join(', ')}`, { claim: 'roles' });
  return roles;
}
