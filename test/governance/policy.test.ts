import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';
import { EFFECTIVE, SET, setPolicy, speaking } from './governed.ts';

const admin = speaking();

interface Value {
  readonly value: unknown;
  readonly sourceNamespace: string | null;
}
interface Effective {
  readonly [field: string]: Value;
}

async function effective(namespace: string): Promise<Effective> {
  return (await admin.run<{ effectivePolicy: Effective }>(EFFECTIVE, { namespace })).effectivePolicy;
}

describe('setGovernancePolicy', () => {
  test('makes the namespace, and every value tells where it comes from', async () => {
    const root = freshNamespace('policy');
    const leaf = `${root}/a/b`;
    expect(await setPolicy(leaf, { write: 'REGISTERED', approver: { consensus: 3 } })).toMatchObject({
      namespace: { path: leaf },
      policy: { write: { value: 'REGISTERED', sourceNamespace: leaf } },
      pending: null,
    });
    await setPolicy(root, { write: 'ANY', promote: 'OWNER', maxReflectionDepth: 1 });
    const builtIn = (value: unknown) => ({ value, sourceNamespace: null });
    expect(await effective(`${leaf}/not-there`)).toEqual({
      namespace: `${leaf}/not-there`,
      chain: [`${leaf}/not-there`, leaf, `${root}/a`, root, '*'],
      standardOwner: null,
      write: { value: 'REGISTERED', sourceNamespace: leaf },
      promote: { value: 'OWNER', sourceNamespace: root },
      delete: builtIn('OWNER'),
      update: { value: 'REGISTERED', sourceNamespace: leaf },
      link: { value: 'REGISTERED', sourceNamespace: leaf },
      consolidate: { value: 'REGISTERED', sourceNamespace: leaf },
      approver: { human: false, agent: null, consensus: 3, sourceNamespace: leaf },
      maxReflectionDepth: { value: 1, sourceNamespace: root },
      requireApprovalAboveDepth: builtIn(null),
    });
  });

  test('changes only what is given; null takes one back to what is inherited', async () => {
    const root = freshNamespace('policy');
    await setPolicy(root, { write: 'OWNER', delete: 'ANY', approver: { agent: 'ann' } });
    await setPolicy(root, { delete: 'APPROVE', inherit: false });
    expect(await effective(root)).toMatchObject({
      chain: [root],
      write: { value: 'OWNER' },
      delete: { value: 'APPROVE' },
      approver: { agent: 'ann', human: false, consensus: null },
    });
    await setPolicy(root, { write: null, approver: null, inherit: null });
    expect(await effective(root)).toMatchObject({
      chain: [root, '*'],
      delete: { value: 'APPROVE', sourceNamespace: root },
      approver: { human: true, agent: null, sourceNamespace: null },
    });
    expect(await askGraph('MATCH (p:GovernancePolicy {namespace: $root}) RETURN p.source AS source', { root })).toEqual(
      [{ source: 'SET' }],
    );
  });

  test('two admins at once lose nothing of each other', async () => {
    const root = freshNamespace('policy');
    const fields = {
      write: 'OWNER',
      promote: 'OWNER',
      delete: 'ANY',
      update: 'ANY',
      link: 'OWNER',
      consolidate: 'APPROVE',
    };
    await Promise.all(Object.entries(fields).map(([field, value]) => setPolicy(root, { [field]: value })));
    const found = await effective(root);
    for (const [field, value] of Object.entries(fields)) expect(found[field]).toEqual({ value, sourceNamespace: root });
  });

  test('with a key is done once', async () => {
    const root = freshNamespace('policy');
    const key = freshNamespace('key');
    const first = await admin.run(SET, { namespace: root, policy: { write: 'OWNER' }, key });
    await setPolicy(root, { write: 'ANY' });
    const again = await admin.run<{ setGovernancePolicy: { policy: object } }>(SET, {
      namespace: root,
      policy: { write: 'OWNER' },
      key,
    });
    expect(again.setGovernancePolicy).toMatchObject({ policy: { write: { value: 'ANY' } } });
    expect(first).toMatchObject({ setGovernancePolicy: { policy: { write: { value: 'OWNER' } } } });
    expect(await admin.refusal(SET, { namespace: root, policy: { write: 'ANY' }, key })).toMatchObject({
      code: 'CONFLICT',
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an approver of nobody', { approver: {} }, 'policy.approver'],
    ['an approver of two kinds', { approver: { human: true, agent: 'ann' } }, 'policy.approver'],
    ['a person who is none', { approver: { human: false } }, 'policy.approver'],
    ['a consensus of none', { approver: { consensus: 0 } }, 'policy.approver.consensus'],
    ['a depth below nothing', { maxReflectionDepth: -1 }, 'policy.maxReflectionDepth'],
    ['a depth without end', { requireApprovalAboveDepth: 1001 }, 'policy.requireApprovalAboveDepth'],
  ])('refuses %s', async (_name, policy, field) => {
    const root = freshNamespace('policy');
    expect(await refusedUnchanged(root, admin, SET, { namespace: root, policy })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field },
    });
  });

  test('an unknown level is no value of the enum', async () => {
    const root = freshNamespace('policy');
    const refused = await refusedUnchanged(root, admin, SET, { namespace: root, policy: { write: 'MAYBE' } });
    expect(refused.code).toBe('BAD_USER_INPUT');
  });

  test.each(['agent', 'approver', 'agent,approver', 'viewer'])('is not for the roles %s', async (roles) => {
    const root = freshNamespace('policy');
    const other = speaking({ agentId: `ann-${root}`, roles });
    expect(await refusedUnchanged(root, other, SET, { namespace: root, policy: { write: 'ANY' } })).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('namespaces of the system have none', async () => {
    const root = freshNamespace('policy');
    const namespace = `${root}/_own`;
    expect(await refusedUnchanged(root, admin, SET, { namespace, policy: { write: 'ANY' } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'namespace' },
    });
  });
});
