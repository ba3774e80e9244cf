import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chainOf, effectivePolicyOf, MOST_HOPS, type ExplicitParent } from '../../src/governance/effectivePolicy.ts';
import { GOVERNANCE_LEVELS } from '../../src/governance/level.ts';
import { LEVEL_FIELDS, NO_VALUES, type PolicyNode, type PolicyValues } from '../../src/governance/policyNode.ts';

const node = (namespace: string, values: Partial<PolicyValues>, more: Partial<PolicyNode> = {}): PolicyNode => ({
  ...NO_VALUES,
  ...values,
  id: `${namespace}-${more.source ?? 'SET'}`,
  namespace,
  source: 'SET',
  owner: null,
  ...more,
});

describe('the chain of a namespace', () => {
  test.each<[string, string, readonly [string, string][], readonly string[]]>([
    ['alone', 'a', [], ['a', '*']],
    ['in others', 'a/b/c', [], ['a/b/c', 'a/b', 'a', '*']],
    ['with a parent', 'a/b', [['a/b', 'x/y']], ['a/b', 'a', 'x/y', '*']],
    [
      'whose parent has parents',
      'a',
      [
        ['a', 'x'],
        ['x', 'y'],
        ['y', 'z'],
      ],
      ['a', 'x', 'y', 'z', '*'],
    ],
    [
      'whose ancestor has a parent too: the nearest first',
      'a/b',
      [
        ['a', 'x'],
        ['a/b', 'y'],
      ],
      ['a/b', 'a', 'y', 'x', '*'],
    ],
    ['whose parent is above it anyway', 'a/b/c', [['a/b/c', 'a']], ['a/b/c', 'a/b', 'a', '*']],
    [
      'in a circle',
      'a',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
      ['a', 'b', 'c', '*'],
    ],
    ['that is its own parent', 'a', [['a', 'a']], ['a', '*']],
    ['of the root', '*', [], ['*']],
  ])('%s', (_name, namespace, parents, chain) => {
    expect(
      chainOf(
        namespace,
        parents.map(([from, to]) => ({ from, to })),
      ),
    ).toEqual(chain);
  });

  test('follows eight explicit parents, and no ninth', () => {
    const parents = Array.from({ length: 12 }, (_, step) => ({ from: `p${step}`, to: `p${step + 1}` }));
    expect(chainOf('p0', parents)).toEqual([...Array.from({ length: MOST_HOPS + 1 }, (_, step) => `p${step}`), '*']);
  });
});

describe('what counts', () => {
  const of = (namespace: string, policies: readonly PolicyNode[], parents: readonly ExplicitParent[] = []) =>
    effectivePolicyOf(namespace, { version: 1, parents, policies });

  test('where nothing is said: the built-in defaults', () => {
    const {
      write,
      promote,
      delete: remove,
      update,
      approver,
      maxReflectionDepth,
      requireApprovalAboveDepth,
    } = of('a', []);
    expect([write, promote, remove, update, approver, maxReflectionDepth, requireApprovalAboveDepth]).toEqual(
      ['ANY', 'ANY', 'OWNER', 'ANY', { kind: 'human' }, 3, null].map((value) => ({
        value,
        sourceNamespace: null,
        policyId: null,
      })),
    );
  });

  test('update, link and consolidate come out as write does, unless they are set anywhere in the chain', () => {
    const found = of('a/b', [node('a/b', { write: 'OWNER' }), node('a', { link: 'APPROVE', write: 'ANY' })]);
    expect(found.update).toEqual({ value: 'OWNER', sourceNamespace: 'a/b', policyId: 'a/b-SET' });
    expect(found.link).toEqual({ value: 'APPROVE', sourceNamespace: 'a', policyId: 'a-SET' });
  });

  test('what was set goes before what the standard of the same place brings', () => {
    const found = of('a', [
      node('a', { write: 'APPROVE', delete: 'ANY' }, { source: 'STANDARD', owner: 'ann' }),
      node('a', { write: 'REGISTERED' }),
    ]);
    expect([found.write.value, found.delete.value, found.standardOwner]).toEqual(['REGISTERED', 'ANY', 'ann']);
  });

  test('a policy that does not inherit ends it: the built-in defaults are next, and no owner from above', () => {
    const found = of('a/b', [
      node('a/b', { inherit: false, promote: 'OWNER' }),
      node('a', { write: 'APPROVE' }, { source: 'STANDARD', owner: 'ann' }),
      node('*', { delete: 'ANY' }),
    ]);
    expect([found.write, found.promote.value, found.delete.value, found.standardOwner, found.chain]).toEqual([
      { value: 'ANY', sourceNamespace: null, policyId: null },
      'OWNER',
      'OWNER',
      null,
      ['a/b'],
    ]);
  });

  test('inherit: true that was set goes before the false of the standard', () => {
    const found = of('a/b', [
      node('a/b', { inherit: true }),
      node('a/b', { inherit: false }, { source: 'STANDARD' }),
      node('a', { write: 'APPROVE' }),
    ]);
    expect(found.write.value).toBe('APPROVE');
  });
});

/** The rule once more, as one would say it: go up, and take the first word on each field. */
function plainly(namespace: string, policies: readonly PolicyNode[], field: keyof PolicyValues): unknown {
  const segments = namespace.split('/');
  for (let count = segments.length; count >= 0; count--) {
    const place = count === 0 ? '*' : segments.slice(0, count).join('/');
    const here = ['SET', 'STANDARD'].map((source) =>
      policies.find((one) => one.namespace === place && one.source === source),
    );
    for (const policy of here) if (policy && policy[field] !== null) return policy[field];
    const inherit = here.map((policy) => policy?.inherit ?? null).find((value) => value !== null);
    if (inherit === false) return null;
  }
  return null;
}

test('is what a plain walk finds, in any tree', () => {
  const level = fc.constantFrom(null, ...GOVERNANCE_LEVELS);
  const path = fc
    .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 })
    .map((segments) => segments.join('/'));
  const policy = fc
    .record({
      namespace: fc.oneof(path, fc.constant('*')),
      source: fc.constantFrom('SET' as const, 'STANDARD' as const),
      inherit: fc.constantFrom(null, null, true, false),
      maxReflectionDepth: fc.option(fc.integer({ min: 0, max: 9 })),
      requireApprovalAboveDepth: fc.option(fc.integer({ min: 0, max: 9 })),
      ...Object.fromEntries(LEVEL_FIELDS.map((field) => [field, level])),
    })
    .map(({ namespace, source, ...values }) => node(namespace, values, { source }));
  const policies = fc.uniqueArray(policy, {
    selector: ({ namespace, source }) => `${namespace} ${source}`,
    maxLength: 12,
  });
  fc.assert(
    fc.property(path, policies, (namespace, all) => {
      const found = effectivePolicyOf(namespace, { version: 0, parents: [], policies: all });
      const write = plainly(namespace, all, 'write') ?? 'ANY';
      expect(found.write.value).toBe(write);
      expect(found.promote.value).toBe(plainly(namespace, all, 'promote') ?? 'ANY');
      expect(found.delete.value).toBe(plainly(namespace, all, 'delete') ?? 'OWNER');
      for (const field of ['update', 'link', 'consolidate'] as const)
        expect(found[field].value).toBe(plainly(namespace, all, field) ?? write);
      expect(found.maxReflectionDepth.value).toBe(plainly(namespace, all, 'maxReflectionDepth') ?? 3);
      expect(found.requireApprovalAboveDepth.value).toBe(plainly(namespace, all, 'requireApprovalAboveDepth'));
    }),
    { numRuns: 2000 },
  );
});
