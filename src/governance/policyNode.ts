import { fromIso, integer } from '../database/values.ts';
import type { Approver } from './approver.ts';
import type { GovernanceLevel } from './level.ts';

/** What stands above all namespaces, as policies are set and told by it. */
export const ROOT = '*';

/** Fields of a policy that are levels. */
export const LEVEL_FIELDS = ['write', 'promote', 'delete', 'update', 'link', 'consolidate'] as const;
/** One of {@link LEVEL_FIELDS}. */
export type LevelField = (typeof LEVEL_FIELDS)[number];

/** What one policy says; what it says nothing about is null and comes from elsewhere. */
export interface PolicyValues extends Readonly<Record<LevelField, GovernanceLevel | null>> {
  readonly approver: Approver | null;
  /** False: nothing above counts. */
  readonly inherit: boolean | null;
  /** The deepest reflection; 0 for none at all. */
  readonly maxReflectionDepth: number | null;
  /** Reflections deeper than this need approval. */
  readonly requireApprovalAboveDepth: number | null;
}

/** A policy at its place in the tree. A namespace may have one of each source; what was SET goes before its STANDARD. */
export interface PolicyNode extends PolicyValues {
  readonly id: string;
  readonly namespace: string;
  readonly source: 'SET' | 'STANDARD';
  /** Author of the standard, whom the level OWNER means for what is stored; null in a policy that was set. */
  readonly owner: string | null;
}

/** A policy that says nothing. */
export const NO_VALUES: PolicyValues = {
  ...(Object.fromEntries(LEVEL_FIELDS.map((field) => [field, null])) as Record<LevelField, null>),
  approver: null,
  inherit: null,
  maxReflectionDepth: null,
  requireApprovalAboveDepth: null,
};

/** A policy as the database keeps it: flat, unset fields absent. */
export type PolicyProperties = Readonly<Record<string, unknown>>;

/** A policy from its properties. */
export function fromProperties(properties: PolicyProperties): PolicyNode {
  const { id, namespace, source, owner } = properties as unknown as PolicyNode;
  const given = Object.keys(NO_VALUES).filter((field) => field !== 'approver' && properties[field] != null);
  return {
    ...NO_VALUES,
    ...(Object.fromEntries(given.map((field) => [field, properties[field]])) as Partial<PolicyValues>),
    approver: approverOf(properties),
    ...{ id, namespace, source },
    owner: owner ?? null,
  };
}

/** Properties that set these values: null takes one away, what is not named stays. */
export function toProperties(values: Partial<PolicyValues>): PolicyProperties {
  const { approver, maxReflectionDepth, requireApprovalAboveDepth, ...plain } = values;
  return {
    ...plain,
    ...(approver === undefined ? {} : approverProperties(approver)),
    ...(maxReflectionDepth === undefined ? {} : { maxReflectionDepth: whole(maxReflectionDepth) }),
    ...(requireApprovalAboveDepth === undefined ? {} : { requireApprovalAboveDepth: whole(requireApprovalAboveDepth) }),
  };
}

/** Properties of a policy that a standard brings. */
export function standardProperties(
  values: PolicyValues,
  of: { id: string; namespace: string; owner: string; memoryId: string; by: string; at: string },
): PolicyProperties {
  const { at, by, ...identity } = of;
  return { ...toProperties(values), ...identity, source: 'STANDARD', setBy: by, setAt: fromIso(at) };
}

function approverProperties(approver: Approver | null): PolicyProperties {
  return {
    approverKind: approver?.kind ?? null,
    approverAgentId: approver?.kind === 'agent' ? approver.agentId : null,
    approverCount: approver?.kind === 'consensus' ? integer(approver.count) : null,
  };
}

function approverOf({ approverKind, approverAgentId, approverCount }: PolicyProperties): Approver | null {
  if (approverKind === 'agent') return { kind: 'agent', agentId: String(approverAgentId) };
  if (approverKind === 'consensus') return { kind: 'consensus', count: Number(approverCount) };
  return approverKind === 'human' ? { kind: 'human' } : null;
}

function whole(value: number | null): unknown {
  return value === null ? null : integer(value);
}
