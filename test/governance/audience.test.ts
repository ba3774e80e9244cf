import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { principalOf, type Role } from '../../src/agent/principal.ts';
import {
  audienceOf,
  mayRead,
  mayReadOwn,
  readerOf,
  readersOf,
  readFilterClaims,
  type Readable,
} from '../../src/governance/audience.ts';
import { SCOPES, type Scope } from '../../src/memory/memory.ts';

const agent = (agentId: string, home: string, ...roles: Role[]) =>
  principalOf(agentId, home, roles.length ? roles : ['agent']);
const row = (scope: Scope, namespace: string, more: Partial<Readable> = {}): Readable => ({
  scope,
  namespace,
  agentId: 'author',
  ...more,
});

describe('a memory is read', () => {
  // Scope, its namespace, the reader's home, whether it is read.
  test.each<[Scope, string, string, boolean]>([
    ['COLLECTIVE', 'acme/x', 'other', true],
    ['PRIVATE', 'acme/x', 'acme/x', false],
    ['TEAM', 'acme/eng', 'acme/eng', true],
    ['TEAM', 'acme/eng/db/deep', 'acme/eng', true],
    ['TEAM', 'acme', 'acme/eng', true],
    ['TEAM', 'acme', 'acme/eng/db', false],
    ['TEAM', 'acme/ops', 'acme/eng/db', false],
    ['TEAM', 'acmex', 'acme/eng', false],
    ['TEAM', 'acme', 'acme', false],
    ['UNIT', 'acme/ops', 'acme/eng/db', true],
    ['UNIT', 'acme/ops', 'acme/eng', false],
    ['UNIT', 'other', 'acme/eng/db', false],
    ['ORG', 'acme/ops/x', 'acme/eng/db/pg', true],
    ['ORG', 'acme/ops/x', 'acme/eng/db', false],
  ])('or not: %s in %s from home %s: %s', (scope, namespace, home, seen) => {
    expect(mayRead(readerOf(agent('reader', home)), readersOf(row(scope, namespace)))).toBe(seen);
  });

  test.each<[string, string, string | null, boolean]>([
    ['its author', 'author', null, true],
    ['its author elsewhere', 'author', null, true],
    ['the agent it was handed to', 'friend', 'friend', true],
    ['another agent', 'stranger', 'friend', false],
  ])('when private, by %s', (_, reader, targetAgentId, seen) => {
    expect(mayRead(readerOf(agent(reader, 'far/away')), readersOf(row('PRIVATE', 'acme/x', { targetAgentId })))).toBe(
      seen,
    );
  });

  test('not by the agent it was handed to once it is shared otherwise', () => {
    expect(mayRead(readerOf(agent('friend', 'far')), readersOf(row('TEAM', 'acme', { targetAgentId: 'friend' })))).toBe(
      false,
    );
  });

  test('by an admin, whatever it is, unless the admin looks from a position', () => {
    const admin = agent('root', 'global', 'admin');
    expect(mayRead(readerOf(admin), readersOf(row('PRIVATE', 'acme/x')))).toBe(true);
    expect(mayRead(readerOf(admin, 'acme/y'), readersOf(row('PRIVATE', 'acme/x')))).toBe(false);
    expect(mayRead(readerOf(admin, 'acme/x'), readersOf(row('PRIVATE', 'acme/x')))).toBe(true);
  });
});

/** The rule of design §4 in plain words, without tokens. */
function plainRule(memory: Readable, reader: { agentId: string; home: string; admin: boolean }): boolean {
  if (reader.admin || memory.scope === 'COLLECTIVE') return true;
  if (memory.scope === 'PRIVATE') return [memory.agentId, memory.targetAgentId].includes(reader.agentId);
  return sharedFrom(reader.home, memory);
}

function sharedFrom(position: string, memory: Readable): boolean {
  const up = { TEAM: 1, UNIT: 2, ORG: 3 }[memory.scope as 'TEAM'];
  const segments = position.split('/');
  if (segments.length <= up) return false;
  const root = segments.slice(0, segments.length - up);
  return root.every((segment, index) => memory.namespace.split('/')[index] === segment);
}

/** What a position sees by itself (spec memory-system §9.A). */
function plainPosition(position: string, memory: Readable): boolean {
  if (memory.scope === 'COLLECTIVE') return true;
  return memory.scope === 'PRIVATE' ? memory.namespace === position : sharedFrom(position, memory);
}

const path = fc
  .array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 5 })
  .map((segments) => segments.join('/'));
const someone = fc.constantFrom('ann', 'bob', 'cy');
const memory = fc.record({
  scope: fc.constantFrom(...SCOPES),
  namespace: path,
  agentId: someone,
  targetAgentId: fc.option(someone),
});

test('tokens say what the plain rule says, for whoever looks at whatever', () => {
  fc.assert(
    fc.property(memory, someone, path, fc.boolean(), (row, agentId, home, admin) => {
      const reader = readerOf(agent(agentId, home, admin ? 'admin' : 'agent'));
      expect(mayRead(reader, readersOf(row))).toBe(plainRule(row, { agentId, home, admin }));
    }),
    { numRuns: 2000 },
  );
});

test('looking from a position only ever narrows: both rules must agree', () => {
  fc.assert(
    fc.property(memory, someone, path, path, fc.boolean(), (row, agentId, home, position, admin) => {
      const reader = readerOf(agent(agentId, home, admin ? 'admin' : 'agent'), position);
      expect(mayRead(reader, readersOf(row))).toBe(
        plainRule(row, { agentId, home, admin }) && plainPosition(position, row),
      );
    }),
    { numRuns: 2000 },
  );
});

test('the filters of the generated reads say the same', () => {
  fc.assert(
    fc.property(memory, someone, path, (row, agentId, home) => {
      const claims = readFilterClaims(agent(agentId, home));
      const wanted = ['collective', claims.private, claims.team, claims.unit, claims.org];
      expect(readersOf(row).some((token) => wanted.includes(token))).toBe(
        plainRule(row, { agentId, home, admin: false }),
      );
    }),
    { numRuns: 1000 },
  );
});

test('the audience is one string a scope', () => {
  expect(SCOPES.map((scope) => audienceOf(row(scope, 'acme/x')))).toEqual([
    'private|author',
    'team|acme/x',
    'unit|acme/x',
    'org|acme/x',
    'collective',
  ]);
});

test('what a writer could not read is told beforehand', () => {
  expect(mayReadOwn(agent('author', 'acme/eng'), row('TEAM', 'acme/ops'))).toBe(true);
  expect(mayReadOwn(agent('author', 'acme/eng'), row('TEAM', 'other'))).toBe(false);
  expect(mayReadOwn(agent('author', 'acme/eng'), row('ORG', 'acme/eng'))).toBe(false);
  expect(mayReadOwn(agent('author', 'acme/eng'), row('PRIVATE', 'other'))).toBe(true);
});
