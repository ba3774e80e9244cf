import { describe, expect, test } from '@jest/globals';
import { claimedPrincipal } from '../../src/agent/principal.ts';
import { OperationRefused } from '../../src/errors.ts';

describe('a caller that is believed', () => {
  test.each([
    ['says nothing', {}, { agentId: 'local', home: 'global', roles: ['admin'], readsAll: true }],
    ['says who it is', { agentId: 'ann' }, { agentId: 'ann', home: 'global', roles: ['agent'], readsAll: false }],
    [
      'says where it lives',
      { agentId: 'ann', namespace: 'acme/x' },
      { agentId: 'ann', home: 'acme/x', roles: ['agent'], readsAll: false },
    ],
    [
      'has several roles',
      { agentId: 'ann', roles: 'viewer, approver' },
      { agentId: 'ann', home: 'global', roles: ['viewer', 'approver'], readsAll: false },
    ],
    [
      'is an admin',
      { agentId: 'ann', roles: 'admin' },
      { agentId: 'ann', home: 'global', roles: ['admin'], readsAll: true },
    ],
  ])('that %s', (_, claim, principal) => {
    expect(claimedPrincipal(claim)).toEqual(principal);
  });

  test.each<[string, { agentId?: string; namespace?: string; roles?: string }, string, string | undefined]>([
    ['a role without a name', { roles: 'admin' }, 'UNAUTHENTICATED', undefined],
    ['a home without a name', { namespace: 'acme' }, 'UNAUTHENTICATED', undefined],
    ['an empty name', { agentId: '' }, 'BAD_USER_INPUT', 'x-agent-id'],
    ['a name with blanks', { agentId: 'an agent' }, 'BAD_USER_INPUT', 'x-agent-id'],
    ['a name with ..', { agentId: 'a..b' }, 'BAD_USER_INPUT', 'x-agent-id'],
    ...[
      'daemon',
      'system',
      'federation-catchup',
      'subscription-dispatch',
      'ai:http-internal',
      'ai:migrate',
      'export-internal',
      'governance-internal',
      'embedding-backfill',
    ].map((agentId): [string, { agentId: string }, string, string] => [
      `the reserved name ${agentId}`,
      { agentId },
      'BAD_USER_INPUT',
      'x-agent-id',
    ]),
    ['a home that is no path', { agentId: 'ann', namespace: 'a//b' }, 'BAD_USER_INPUT', 'x-namespace'],
    ['a role that does not exist', { agentId: 'ann', roles: 'agent,king' }, 'BAD_USER_INPUT', 'x-roles'],
    ['no role at all', { agentId: 'ann', roles: '' }, 'BAD_USER_INPUT', 'x-roles'],
  ])('is refused: %s', (_, claim, code, field) => {
    const refused = refusalOf(() => claimedPrincipal(claim));
    expect(refused.code).toBe(code);
    expect(refused.details?.['field']).toBe(field);
  });
});

function refusalOf(act: () => unknown): OperationRefused {
  try {
    act();
  } catch (error) {
    if (error instanceof OperationRefused) return error;
    throw error;
  }
  throw new Error('not refused');
}
