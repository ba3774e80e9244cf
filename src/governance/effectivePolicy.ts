import { lineage } from '../namespace/path.ts';
import { DEFAULT_APPROVER, type Approver } from './approver.ts';
import type { GovernanceLevel } from './level.ts';
import { ROOT, type LevelField, type PolicyNode, type PolicyValues } from './policyNode.ts';

/** A value, and the policy that it comes from; null for the built-in default. */
export interface Effective<Value> {
  readonly value: Value;
  readonly sourceNamespace: string | null;
  readonly policyId: string | null;
}

/** Who approves, and where that comes from. */
export type EffectiveApprover = Effective<Approver>;

/** What counts in a namespace, each field with where it comes from. */
export interface EffectivePolicy extends Readonly<Record<LevelField, Effective<GovernanceLevel>>> {
  readonly namespace: string;
  /** The version of the policies that it was worked out from. */
  readonly version: number;
  /** The places that were looked at, in order: the first that says something counts. */
  readonly chain: readonly string[];
  readonly approver: EffectiveApprover;
  readonly maxReflectionDepth: Effective<number>;
  /** The value is null where no depth needs approval. */
  readonly requireApprovalAboveDepth: Effective<number | null>;
  /** Author of the nearest standard; null where there is none. */
  readonly standardOwner: string | null;
}

/** An explicit parent. */
export interface ExplicitParent {
  readonly from: string;
  readonly to: string;
}

/** What the graph has to say about a namespace. */
export interface PolicyFacts {
  readonly version: number;
  readonly parents: readonly ExplicitParent[];
  readonly policies: readonly PolicyNode[];
}

/** How far explicit parents are followed (spec memory-system §8.1). */
export const MOST_HOPS = 8;

/** The deepest reflection where no policy says otherwise (spec memory-system §7). */
export const DEFAULT_DEPTH_CAP = 3;

/**
 * What counts in a namespace: for each field the first policy that says something, from the leaf up (spec memory-system §8.1,
 * per field). A policy that does not inherit is the last one asked. `update`, `link` and `consolidate` follow `write`.
 */
export function effectivePolicyOf(namespace: string, { version, parents, policies }: PolicyFacts): EffectivePolicy {
  const chain: string[] = [];
  const asked: PolicyNode[] = [];
  for (const place of chainOf(namespace, parents)) {
    // What was set goes before what the standard brings: SET sorts before STANDARD.
    const here = policies.filter((node) => node.namespace === place).sort((a, b) => (a.source < b.source ? -1 : 1));
    chain.push(place);
    asked.push(...here);
    if (!first<boolean>(here, 'inherit', true).value) break;
  }
  const write = first<GovernanceLevel>(asked, 'write', 'ANY');
  const likeWrite = (field: LevelField) => {
    const own = first<GovernanceLevel | null>(asked, field, null);
    return own.value === null ? write : { ...own, value: own.value };
  };
  return {
    namespace,
    version,
    chain,
    write,
    promote: first(asked, 'promote', 'ANY'),
    delete: first(asked, 'delete', 'OWNER'),
    update: likeWrite('update'),
    link: likeWrite('link'),
    consolidate: likeWrite('consolidate'),
    approver: first(asked, 'approver', DEFAULT_APPROVER),
    maxReflectionDepth: first(asked, 'maxReflectionDepth', DEFAULT_DEPTH_CAP),
    requireApprovalAboveDepth: first<number | null>(asked, 'requireApprovalAboveDepth', null),
    standardOwner: asked.find(({ owner }) => owner !== null)?.owner ?? null,
  };
}

/**
 * The places that may have a say, nearest first: the namespace and what it lies in, then their explicit parents, those of the
 * nearest first and each with its own, then the root. Each once, so that a circle in the graph ends.
 */
export function chainOf(namespace: string, parents: readonly ExplicitParent[]): string[] {
  const line = lineage(namespace);
  const chain = new Set(line);
  for (const start of line) {
    let reached = [start];
    for (let hop = 1; hop <= MOST_HOPS && reached.length > 0; hop++) {
      reached = parents.flatMap(({ from, to }) => (reached.includes(from) && !chain.has(to) ? [to] : []));
      for (const place of reached) chain.add(place);
    }
  }
  chain.delete(ROOT);
  return [...chain, ROOT];
}

function first<Value>(
  asked: readonly PolicyNode[],
  field: keyof PolicyValues,
  fallback: NonNullable<Value> | Value,
): Effective<Value> {
  const node = asked.find((one) => one[field] !== null);
  if (!node) return { value: fallback, sourceNamespace: null, policyId: null };
  return { value: node[field] as Value, sourceNamespace: node.namespace, policyId: node.id };
}
