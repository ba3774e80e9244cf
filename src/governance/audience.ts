import type { Principal } from '../agent/principal.ts';
import type { Scope } from '../memory/memory.ts';
import { ancestor, isWithin, lineage } from '../namespace/path.ts';

/**
 * Who may read what (design §4 "Audience"; spec memory-system §9 as settled there). A memory carries the tokens of
 * those who may read it, a principal carries a few tokens; one in common means yes. TEAM, UNIT and ORG rows are read by
 * principals whose parent, grandparent or great-grandparent namespace holds the row.
 */

/** The part of a memory that decides who reads it. */
export interface Readable {
  readonly scope: Scope;
  readonly namespace: string;
  readonly agentId: string;
  readonly targetAgentId?: string | null | undefined;
}

/** How far above its home a principal reads each shared scope. */
const LEVELS = { TEAM: 1, UNIT: 2, ORG: 3 } as const;

/** The one string that the vector index filters by. */
export function audienceOf(memory: Readable): string {
  if (memory.scope === 'COLLECTIVE') return 'collective';
  return memory.scope === 'PRIVATE' ? `private|${memory.agentId}` : `${memory.scope.toLowerCase()}|${memory.namespace}`;
}

/** Tokens of those who may read a memory, plus its place for `asAgent` when it is private. */
export function readersOf(memory: Readable): string[] {
  if (memory.scope === 'COLLECTIVE') return ['collective'];
  if (memory.scope !== 'PRIVATE')
    return lineage(memory.namespace).map((path) => `${memory.scope.toLowerCase()}·${path}`);
  const agents = new Set([memory.agentId, ...(memory.targetAgentId ? [memory.targetAgentId] : [])]);
  return [...[...agents].map((agent) => `private·${agent}`), `at·${memory.namespace}`];
}

/** What a statement needs to know about the reader. */
export interface Reader {
  /** True for an admin: no token is asked for. */
  readonly all: boolean;
  /** One of these must be among a memory's readers. */
  readonly tokens: readonly string[];
  /** One of these too, when the reader narrows its view with `asAgent`; null otherwise. */
  readonly narrow: readonly string[] | null;
}

/** Token of what concerns those who oversee, and nobody else: no memory has it. */
export const OVERSEERS = 'role·approver';

/** The tokens of a principal, and of the position it chose to look from. */
export function readerOf(principal: Principal, asAgent?: string | null): Reader {
  return {
    all: principal.readsAll,
    tokens: [
      'collective',
      `private·${principal.agentId}`,
      ...sharedTokens(principal.home),
      ...(principal.roles.includes('approver') ? [OVERSEERS] : []),
    ],
    narrow: asAgent ? ['collective', `at·${asAgent}`, ...sharedTokens(asAgent)] : null,
  };
}

function sharedTokens(position: string): string[] {
  return Object.entries(LEVELS).flatMap(([scope, levels]) => {
    const root = ancestor(position, levels);
    return root === null ? [] : [`${scope.toLowerCase()}·${root}`];
  });
}

/** Whether tokens meet: the same rule that the statements apply. */
export function mayRead(reader: Reader, readers: readonly string[]): boolean {
  const seen = reader.all || reader.tokens.some((token) => readers.includes(token));
  return seen && (reader.narrow === null || reader.narrow.some((token) => readers.includes(token)));
}

/** The roots of the subtrees whose TEAM, UNIT and ORG rows a position reads; null where the tree ends before. */
export function sharedRoots(position: string): { team: string | null; unit: string | null; org: string | null } {
  return {
    team: ancestor(position, LEVELS.TEAM),
    unit: ancestor(position, LEVELS.UNIT),
    org: ancestor(position, LEVELS.ORG),
  };
}

/** The audiences of one namespace that a principal reads; private rows that others handed to it have theirs. */
export function audiencesIn(namespace: string, { agentId, home }: Principal): string[] {
  const shared = Object.entries(sharedRoots(home)).filter(([, root]) => root !== null && isWithin(namespace, root));
  return ['collective', `private|${agentId}`, ...shared.map(([scope]) => `${scope}|${namespace}`)];
}

/** Whether a principal could read what it is about to write; if not, the write is refused. */
export function mayReadOwn(principal: Principal, memory: Readable): boolean {
  return mayRead(readerOf(principal), readersOf(memory));
}

/** What a filter of the generated reads compares with where a position has no such namespace above it. */
const NOBODY = 'nobody';

/** The principal as the generated reads' filters know it (schema/principal.graphql). */
export function readFilterClaims({ agentId, home, readsAll }: Principal) {
  const roots = sharedRoots(home);
  const token = (scope: keyof typeof roots) => (roots[scope] === null ? NOBODY : `${scope}·${roots[scope]}`);
  const highest = roots.org ?? roots.unit ?? roots.team ?? home;
  return {
    sub: agentId,
    readsAll,
    private: `private·${agentId}`,
    team: token('team'),
    unit: token('unit'),
    org: token('org'),
    lineage: lineage(home),
    below: `${highest}/`,
  };
}
