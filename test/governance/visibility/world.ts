import fc from 'fast-check';
import type { HttpClient } from '../../support/client.ts';

/** How far a shared scope reaches, in levels above a reader's home (design §4 "Audience"). */
const LEVELS: Readonly<Record<string, number>> = { TEAM: 1, UNIT: 2, ORG: 3 };
const SCOPES = ['PRIVATE', 'TEAM', 'UNIT', 'ORG', 'COLLECTIVE'] as const;
/** Paths below the world's own root; two of them begin alike without lying in one another. */
const PLACES = ['', '/a', '/a/b', '/a/b/c', '/a/b/c/d', '/ab', '/ab/c', '/e'] as const;
/** Agents whose ids begin alike. */
const NAMES = ['an', 'ann', 'bo', 'cy', 'admin'] as const;

/** Who acts and reads. */
export interface WorldAgent {
  readonly agentId: string;
  readonly home: string;
  readonly isAdmin: boolean;
  readonly client: HttpClient;
}

/** A memory as the model knows it. */
export interface WorldMemory {
  readonly id: string;
  /** The step that made it: its texts follow from it, so they are its own. */
  readonly number: number;
  readonly isEntity: boolean;
  readonly namespace: string;
  readonly scope: string;
  readonly agentId: string;
  readonly targetAgentId: string | null;
  readonly live: boolean;
}

/** A link as the model knows it: it begins and ends at memories that were there when it was made. */
export interface WorldLink {
  readonly relation: string;
  readonly sourceId: string;
  readonly targetId: string;
}

/** What happened, with the memory as it was then. */
export interface WorldEvent {
  readonly type: string;
  readonly memories: readonly WorldMemory[];
}

/** All that there is below one root. */
export interface World {
  readonly root: string;
  readonly namespaces: readonly string[];
  readonly agents: readonly WorldAgent[];
  readonly memories: Map<string, WorldMemory>;
  readonly links: WorldLink[];
  readonly events: WorldEvent[];
  /** Ids of the actions that wait, by the agent that asked. */
  readonly waiting: Map<string, string>;
}

/** One step, in numbers that the world takes modulo what it has. */
export interface Step {
  readonly act: 'store' | 'entity' | 'link' | 'reflect' | 'update' | 'archive' | 'restore';
  readonly agent: number;
  readonly place: number;
  readonly scope: (typeof SCOPES)[number];
  readonly target: number | null;
  readonly one: number;
  readonly other: number;
}

/** Steps of some acts and scopes. */
const stepsOf = (
  acts: readonly Step['act'][],
  scopes: readonly Step['scope'][],
  minLength: number,
  maxLength: number,
) =>
  fc.array(
    fc.record<Step>({
      act: fc.constantFrom(...acts),
      agent: fc.nat(NAMES.length - 1),
      place: fc.nat(PLACES.length - 1),
      scope: fc.constantFrom(...scopes),
      target: fc.option(fc.nat(NAMES.length - 1), { freq: 2 }),
      one: fc.nat(1000),
      other: fc.nat(1000),
    }),
    { minLength, maxLength },
  );

const STORES = ['store', 'store', 'entity'] as const;
const OTHERS = ['link', 'link', 'reflect', 'update', 'archive', 'restore'] as const;

/** A tree of agents' homes, and what they do in it; it begins with stores that nobody is refused, so that no world is empty. */
export const worldArbitrary = fc.record({
  homes: fc.tuple(...NAMES.map(() => fc.nat(PLACES.length - 1))),
  steps: fc
    .tuple(stepsOf(['store'], ['PRIVATE', 'COLLECTIVE'], 10, 10), stepsOf([...STORES, ...OTHERS], SCOPES, 28, 36))
    .map((parts) => parts.flat()),
});

/** An empty world. */
export function newWorld(
  root: string,
  homes: readonly number[],
  clientOf: (agent: { agentId: string; namespace: string; roles: string }) => HttpClient,
): World {
  const namespaces = PLACES.map((place) => `${root}${place}`);
  const agents = NAMES.map((name, index) => {
    const [agentId, home] = [`${name}-${root}`, namespaces[homes[index] ?? 0] ?? root];
    const isAdmin = name === 'admin';
    return {
      ...{ agentId, home, isAdmin },
      client: clientOf({ agentId, namespace: home, roles: isAdmin ? 'admin' : 'agent' }),
    };
  });
  return { root, namespaces, agents, memories: new Map(), links: [], events: [], waiting: new Map() };
}

/** The rule of who may read what, in the words of design §4; written apart from the server's own. */
export function mayRead(
  { agentId, home, isAdmin }: Pick<WorldAgent, 'agentId' | 'home' | 'isAdmin'>,
  memory: Pick<WorldMemory, 'scope' | 'namespace' | 'agentId' | 'targetAgentId'>,
): boolean {
  if (isAdmin || memory.scope === 'COLLECTIVE') return true;
  if (memory.scope === 'PRIVATE') return [memory.agentId, memory.targetAgentId].includes(agentId);
  const segments = home.split('/');
  const height = segments.length - (LEVELS[memory.scope] ?? 0);
  if (height < 1) return false;
  return `${memory.namespace}/`.startsWith(`${segments.slice(0, height).join('/')}/`);
}

/** The texts of what a step makes. */
export function textsOf(number: number) {
  return { title: `walnut ${number}`, content: `The walnut of step ${number} lies on shelf ${number}.` };
}

/** Another name of an entity that a step registers. */
export const aliasOf = (number: number): string => `Kernel ${number}`;

/** What an agent sees of the world: live memories that it may read. */
export function seenBy(world: World, agent: WorldAgent): WorldMemory[] {
  return [...world.memories.values()].filter((memory) => memory.live && mayRead(agent, memory));
}

/** Links between memories that an agent sees. */
export function linksSeenBy(world: World, agent: WorldAgent): WorldLink[] {
  const seen = new Set(seenBy(world, agent).map(({ id }) => id));
  return world.links.filter(({ sourceId, targetId }) => seen.has(sourceId) && seen.has(targetId));
}
