import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';
import { CLEAR, EFFECTIVE, memory, setPolicy, speaking, STANDARD, STORE, store, UPDATE } from './governed.ts';

const admin = speaking();
const governance = (policy: unknown) => ({ metadata: { governance: policy } });

const effective = async (namespace: string) =>
  (await admin.run<{ effectivePolicy: Record<string, unknown> }>(EFFECTIVE, { namespace })).effectivePolicy;

describe('setNamespaceStandard', () => {
  test('brings the policy in the metadata of a memory, as the seed writes it', async () => {
    const namespace = freshNamespace('standard');
    const memoryId = await store(speaking({ agentId: 'sage' }), namespace, {
      ...governance({
        ...{ write: 'owner', promote: 'approve', delete: 'any', link: 'registered', approver: { consensus: 2 } },
        ...{ inherit: false, max_reflection_depth: 2, require_approval_above_depth: 1, auto_atomise: true },
      }),
    });
    expect(await admin.run(STANDARD, { namespace, memoryId })).toMatchObject({
      setNamespaceStandard: { namespace: { path: namespace }, policy: { chain: [namespace], standardOwner: 'sage' } },
    });
    const here = (value: unknown) => ({ value, sourceNamespace: namespace });
    expect(await effective(namespace)).toMatchObject({
      write: here('OWNER'),
      promote: here('APPROVE'),
      delete: here('ANY'),
      update: here('OWNER'),
      link: here('REGISTERED'),
      approver: { human: false, consensus: 2, sourceNamespace: namespace },
      maxReflectionDepth: here(2),
      requireApprovalAboveDepth: here(1),
    });
    expect(
      await askGraph(
        `MATCH (n:Namespace {path: $namespace})-[:HAS_STANDARD]->(m:MemoryRecord), (n)-[:GOVERNED_BY]->(p:GovernancePolicy)
         RETURN m.id AS id, p.source AS source, p.memoryId AS from`,
        { namespace },
      ),
    ).toEqual([{ id: memoryId, source: 'STANDARD', from: memoryId }]);
  });

  test.each<[string, unknown, object]>([
    [
      'write alone',
      { write: 'registered' },
      { write: { value: 'REGISTERED' }, delete: { value: 'OWNER' }, approver: { human: true } },
    ],
    ['a person', { write: 'any', approver: 'human' }, { approver: { human: true } }],
    ['one agent', { write: 'any', approver: { agent: 'ann' } }, { approver: { human: false, agent: 'ann' } }],
    ['nulls', { write: 'any', promote: null, delete: null, approver: null }, { promote: { value: 'ANY' } }],
  ])('takes a partial policy: %s', async (_name, policy, expected) => {
    const namespace = freshNamespace('standard');
    const memoryId = await store(admin, namespace, governance(policy));
    await admin.run(STANDARD, { namespace, memoryId });
    expect(await effective(namespace)).toMatchObject(expected);
  });

  test.each<[string, unknown, string]>([
    ['an unknown level', { write: 'everybody' }, 'metadata.governance.write'],
    ['a level in upper case', { write: 'ANY' }, 'metadata.governance.write'],
    ['no write', { promote: 'any' }, 'metadata.governance.write'],
    ['an unknown level of promote', { write: 'any', promote: 'maybe' }, 'metadata.governance.promote'],
    ['an unknown approver', { write: 'any', approver: 'nobody' }, 'metadata.governance.approver'],
    ['a consensus of none', { write: 'any', approver: { consensus: 0 } }, 'metadata.governance.approver'],
    [
      'a depth that is none',
      { write: 'any', max_reflection_depth: 'deep' },
      'metadata.governance.max_reflection_depth',
    ],
    ['no object', 'any', 'metadata.governance'],
  ])('refuses %s, and nothing changes', async (_name, policy, field) => {
    const namespace = freshNamespace('standard');
    const memoryId = await store(admin, namespace, governance(policy));
    expect(await refusedUnchanged(namespace, admin, STANDARD, { namespace, memoryId })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field },
    });
  });

  test('what was set goes before it, and stays when it is cleared', async () => {
    const namespace = freshNamespace('standard');
    const parent = freshNamespace('parent');
    await setPolicy(namespace, { delete: 'ANY' });
    await setPolicy(parent, { promote: 'OWNER' });
    const memoryId = await store(admin, namespace, governance({ write: 'registered', delete: 'approve' }));
    await admin.run(STANDARD, { namespace, memoryId, parent });
    expect(await effective(namespace)).toMatchObject({
      chain: [namespace, parent, '*'],
      write: { value: 'REGISTERED' },
      delete: { value: 'ANY' },
      promote: { value: 'OWNER', sourceNamespace: parent },
      standardOwner: 'local',
    });
    await admin.run(CLEAR, { namespace });
    expect(await effective(namespace)).toMatchObject({
      chain: [namespace, '*'],
      write: { value: 'ANY' },
      delete: { value: 'ANY', sourceNamespace: namespace },
      promote: { value: 'ANY' },
      standardOwner: null,
    });
  });

  test('later changes of the memory count when it is set again: its author may not set policies', async () => {
    const namespace = freshNamespace('standard');
    const sage = speaking({ agentId: 'sage' });
    const memoryId = await store(sage, namespace, governance({ write: 'registered', update: 'any' }));
    await admin.run(STANDARD, { namespace, memoryId });
    await sage.run(UPDATE, { id: memoryId, input: { metadata: { governance: { write: 'any' } } } });
    expect(await effective(namespace)).toMatchObject({ write: { value: 'REGISTERED' } });
    await admin.run(STANDARD, { namespace, memoryId });
    expect(await effective(namespace)).toMatchObject({ write: { value: 'ANY' } });
  });

  test('another standard takes the place of the one before, with its parent', async () => {
    const namespace = freshNamespace('standard');
    const parent = `${namespace}-parent`;
    const [first, second] = [
      await store(admin, namespace, governance({ write: 'owner' })),
      await store(admin, namespace),
    ];
    await admin.run(STANDARD, { namespace, memoryId: first, parent });
    await admin.run(STANDARD, { namespace, memoryId: second });
    expect(await effective(namespace)).toMatchObject({ chain: [namespace, '*'], write: { value: 'ANY' } });
    expect(
      await askGraph('MATCH (:Namespace {path: $namespace})-[:HAS_STANDARD]->(m) RETURN m.id AS id', { namespace }),
    ).toEqual([{ id: second }]);
  });
});

describe('refused without a trace', () => {
  const root = freshNamespace('refused');
  test.each<[string, (memoryId: string) => Record<string, unknown>, object]>([
    ['a memory that is not there', () => ({ memoryId: 'no-such-memory' }), { code: 'NOT_FOUND' }],
    [
      'itself as parent',
      (memoryId) => ({ memoryId, parent: root }),
      { code: 'BAD_USER_INPUT', details: { field: 'parentNamespace' } },
    ],
    [
      'a namespace below as parent',
      (memoryId) => ({ memoryId, parent: `${root}/new/below` }),
      { code: 'BAD_USER_INPUT', details: { field: 'parentNamespace' } },
    ],
    ['the root as parent', (memoryId) => ({ memoryId, parent: '*' }), { code: 'BAD_USER_INPUT' }],
    ['a namespace of the system as parent', (memoryId) => ({ memoryId, parent: '_own' }), { code: 'BAD_USER_INPUT' }],
  ])('%s', async (_name, variables, expected) => {
    const memoryId = await store(admin, root);
    expect(await refusedUnchanged(root, admin, STANDARD, { namespace: root, ...variables(memoryId) })).toMatchObject(
      expected,
    );
  });

  test('a circle of parents, through the tree as well', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${root}-${name}`) as [string, string, string];
    const memoryId = await store(admin, `${a}/x`);
    await admin.run(STANDARD, { namespace: a, memoryId, parent: b });
    await admin.run(STANDARD, { namespace: b, memoryId, parent: `${c}/deep` });
    for (const parent of [a, `${a}/x`, b])
      expect(await refusedUnchanged(c, admin, STANDARD, { namespace: c, memoryId, parent })).toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { field: 'parentNamespace', actual: parent },
      });
  });

  test('others than admins', async () => {
    const namespace = `${root}-mine`;
    const ann = speaking({ agentId: 'ann' });
    const memoryId = await store(ann, namespace, governance({ write: 'any' }));
    expect(await refusedUnchanged(namespace, ann, STANDARD, { namespace, memoryId })).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await refusedUnchanged(namespace, ann, CLEAR, { namespace })).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('clearing what is not there makes nothing', async () => {
    const namespace = `${root}-nowhere`;
    expect(await admin.run(CLEAR, { namespace })).toMatchObject({ clearNamespaceStandard: { namespace: null } });
    expect(await askGraph('MATCH (n:Namespace {path: $namespace}) RETURN n', { namespace })).toEqual([]);
  });
});

test('a circle that the database has anyway ends', async () => {
  const [a, b] = [freshNamespace('circle'), freshNamespace('circle')];
  await setPolicy(a, { write: 'ANY' });
  await setPolicy(b, { promote: 'REGISTERED' });
  await askGraph(
    `MATCH (a:Namespace {path: $a}), (b:Namespace {path: $b})
     CREATE (a)-[:INHERITS_FROM]->(b), (b)-[:INHERITS_FROM]->(a), (a)-[:INHERITS_FROM]->(a)`,
    { a, b },
  );
  expect(await effective(a)).toMatchObject({
    chain: [a, b, '*'],
    promote: { value: 'REGISTERED', sourceNamespace: b },
  });
  await admin.run(STORE, { input: memory(a) });
});
