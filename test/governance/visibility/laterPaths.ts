import { expect } from '@jest/globals';
import type { Row } from '../../support/memories.ts';
import { allIds, ask, linkText, perId, type ReadPath } from './readPaths.ts';
import {
  aliasOf,
  linksSeenBy,
  mayRead,
  seenBy,
  textsOf,
  type World,
  type WorldAgent,
  type WorldMemory,
} from './world.ts';

// Ways to read that answer about one thing at a time, or that tell of what is there by refusing.

/** What there is for an agent, live or archived. */
const known = (world: World, agent: WorldAgent): WorldMemory[] =>
  [...world.memories.values()].filter((memory) => mayRead(agent, memory));

/** Pairs of memories that are linked, or linked with the same one, whoever may see that one. */
function nearPairs({ links }: World): [string, string][] {
  const pairs = new Map<string, [string, string]>();
  for (const { sourceId, targetId } of links) {
    const ends = [sourceId, ...neighboursOf(links, targetId)].map((one) => [one, targetId] as [string, string]);
    const starts = neighboursOf(links, sourceId).map((one) => [one, sourceId] as [string, string]);
    for (const pair of [...ends, ...starts]) pairs.set([...pair].sort().join(), pair);
    for (const one of neighboursOf(links, sourceId))
      if (one !== targetId) pairs.set([one, targetId].sort().join(), [one, targetId]);
  }
  return [...pairs.values()].slice(0, 32);
}

function neighboursOf(links: World['links'], id: string): string[] {
  const ends = links.flatMap(({ sourceId, targetId }) =>
    sourceId === id ? [targetId] : targetId === id ? [sourceId] : [],
  );
  return [...new Set(ends)];
}

/** A few memories, others for each agent. */
function some({ memories, agents }: World, agent: WorldAgent): WorldMemory[] {
  const offset = agents.indexOf(agent);
  return [...memories.values()].filter((_, index) => index % agents.length === offset);
}
const countOfSome = ({ memories, agents }: World): number => Math.floor(memories.size / agents.length);

/** Reads of one memory that refuse what is hidden; the first two know the archive too. */
const SINGLE = [
  'verifyMemory(id: $id) { status }',
  'auditTrail(memoryId: $id) { nextAfter }',
  'verifyReflectionTree(id: $id) { status }',
  'paths(from: $id, to: $id) { truncated }',
];

/** Besides READ_PATHS. */
export const LATER_PATHS: readonly ReadPath[] = [
  {
    name: 'NOT_FOUND for what is hidden, by reads of one memory',
    read: async (world, { client }) =>
      await Promise.all(
        [...world.memories.values()].map(async ({ id, live }, index) => {
          const field = SINGLE[index % (live ? 4 : 2)];
          const { errors } = await client.send(`query ($id: ID!) { ${field} }`, { id });
          return errors ? `${id} ${errors[0]?.extensions.code}` : id;
        }),
      ),
    expected: ({ memories }, agent) =>
      [...memories.values()].map((memory) => (mayRead(agent, memory) ? memory.id : `${memory.id} NOT_FOUND`)),
  },
  {
    name: 'verifyMemory and auditTrail',
    async read(world, agent) {
      const ids = known(world, agent).map(({ id }) => id);
      const [found, trails] = await Promise.all([
        perId(agent, ids, (id) => `verifyMemory(id: ${id}) { memoryId status audit }`),
        perId(
          agent,
          ids,
          (id) => `auditTrail(memoryId: ${id}) { revisions { eventType subjectKind subjectId targetId } }`,
        ),
      ]);
      const revisions = trails.flatMap((trail) => trail['revisions'] as Row[]);
      return [
        ...found.map((one) => `${one['memoryId']} ${one['status']} ${one['audit']}`),
        ...revisions.flatMap(({ eventType, subjectKind, subjectId, targetId }) =>
          subjectKind === 'EVENT' ? [] : `${subjectId} ${eventType} ${targetId ?? ''}`,
        ),
      ];
    },
    expected(world, agent) {
      const ids = new Set(known(world, agent).map(({ id }) => id));
      const shown = world.events.filter(({ memories }) => memories.every(({ id }) => ids.has(id)));
      const made = world.links.filter(({ relation }) => relation === 'REFLECTS_ON');
      return [
        ...[...ids].map((id) => `${id} UNSIGNED MATCHES`),
        ...shown.map(({ type, memories: [subject, target] }) => `${subject!.id} ${type} ${target?.id ?? ''}`),
        ...made.flatMap(({ sourceId, targetId }) =>
          ids.has(sourceId) && ids.has(targetId) ? `${sourceId} POST_REFLECT ${targetId}` : [],
        ),
      ];
    },
  },
  {
    name: 'verifyReflectionTree',
    async read(world, agent) {
      const trees = await perId(
        agent,
        allIds(world, agent),
        (id) =>
          `verifyReflectionTree(id: ${id}, maxDepth: 1) { status nodes { memoryId } links { sourceId relation targetId } }`,
      );
      return trees.map(({ status, nodes, links }) => {
        const ids = (nodes as Row[]).map(({ memoryId }) => memoryId as string);
        return [status, ids[0], ...ids.slice(1).sort(), ...(links as Row[]).map(linkText).sort()].join(' ');
      });
    },
    expected(world, agent) {
      const links = linksSeenBy(world, agent).filter(({ relation }) => relation === 'REFLECTS_ON');
      return allIds(world, agent).map((id) => {
        const sources = links.flatMap(({ sourceId, targetId }) => (sourceId === id ? targetId : []));
        const nodes = new Set([id, ...sources]);
        const between = links.filter(({ sourceId, targetId }) => nodes.has(sourceId) && nodes.has(targetId));
        return ['UNSIGNED', id, ...sources.sort(), ...between.map(linkText).sort()].join(' ');
      });
    },
  },
  {
    name: 'paths',
    async read(world, agent) {
      const seen = new Set(allIds(world, agent));
      const pairs = nearPairs(world).filter((pair) => pair.every((id) => seen.has(id)));
      const found = await perId(
        agent,
        pairs.map((pair) => pair.join(' ')),
        (both) => {
          const [from, to] = (JSON.parse(both) as string).split(' ');
          return `paths(from: "${from}", to: "${to}", maxDepth: 2, limit: 50) { paths { memories { id } } }`;
        },
      );
      return found.flatMap(({ paths }) =>
        (paths as Row[]).map(({ memories }) => (memories as Row[]).map(({ id }) => id as string).join(' ')),
      );
    },
    expected(world, agent) {
      const [seen, links] = [new Set(allIds(world, agent)), linksSeenBy(world, agent)];
      return nearPairs(world).flatMap(([from, to]) => {
        if (!seen.has(from) || !seen.has(to)) return [];
        const [near, far] = [neighboursOf(links, from), neighboursOf(links, to)];
        return [
          ...(near.includes(to) ? [`${from} ${to}`] : []),
          ...near.filter((id) => far.includes(id)).map((id) => `${from} ${id} ${to}`),
        ];
      });
    },
    cases: (world) => nearPairs(world).length,
  },
  {
    name: 'entity',
    async read({ memories }, agent) {
      const entities = [...memories.values()].filter(({ isEntity }) => isEntity);
      const found = await Promise.all(
        entities.map(({ number, namespace }) =>
          ask(
            agent,
            `query ($alias: String!, $name: String!, $namespace: String) {
              one: entity(alias: $alias, namespace: $namespace) { aliases memory { id } }
              other: entity(alias: $name, namespace: $namespace) { aliases memory { id } } }`,
            { alias: aliasOf(number).toLowerCase(), name: textsOf(number).title.toUpperCase(), namespace },
          ),
        ),
      );
      return found.flatMap(({ one, other }) =>
        [one, other].flatMap((entity: Row | null) => (entity ? `${entity['memory'].id} ${entity['aliases']}` : [])),
      );
    },
    expected: (world, agent) =>
      seenBy(world, agent).flatMap(({ id, number, isEntity }) =>
        isEntity ? [`${id} ${aliasOf(number)}`, `${id} ${aliasOf(number)}`] : [],
      ),
    cases: ({ memories }) => [...memories.values()].filter(({ isEntity }) => isEntity).length,
  },
  {
    name: 'checkDuplicate of the very text',
    async read(world, agent) {
      const [asked, seen] = [some(world, agent), new Set(allIds(world, agent))];
      const byId = new Map(asked.map((memory) => [memory.id, memory]));
      const found = await perId(agent, [...byId.keys()], (quoted) => {
        const { number, namespace } = byId.get(JSON.parse(quoted) as string)!;
        const { title, content } = textsOf(number);
        return `checkDuplicate(title: "${title}", content: "${content}", namespace: "${namespace}") { nearest { memory { id } } }`;
      });
      const nearest = found.map((one) => one['nearest']?.memory.id as string | undefined);
      expect(nearest.filter((id) => id !== undefined && !seen.has(id))).toEqual([]);
      return asked.flatMap(({ id, isEntity }, place) => (nearest[place] === id && !isEntity ? id : []));
    },
    expected: (world, agent) =>
      some(world, agent).flatMap((memory) =>
        memory.live && !memory.isEntity && mayRead(agent, memory) ? memory.id : [],
      ),
    cases: countOfSome,
  },
  {
    name: 'the holder of a taken title',
    async read(world, agent) {
      const inputs = some(world, agent)
        .filter(({ live, scope }) => live && scope !== 'PRIVATE')
        .map(({ number, namespace }) => ({ ...textsOf(number), namespace, scope: 'COLLECTIVE', force: true }));
      if (inputs.length === 0) return [];
      const { storeMemories } = await ask(
        agent,
        'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { results { error { code details } } } }',
        { inputs },
      );
      return (storeMemories.results as Row[]).map(
        ({ error }) => `${error?.code} ${error?.details.reason} ${error?.details.existingId ?? 'hidden'}`,
      );
    },
    expected: (world, agent) =>
      some(world, agent)
        .filter(({ live, scope }) => live && scope !== 'PRIVATE')
        .map((memory) => `CONFLICT TITLE_TAKEN ${mayRead(agent, memory) ? memory.id : 'hidden'}`),
    cases: countOfSome,
  },
  {
    name: 'pendingActions and approvals',
    async read({ root, waiting }, agent) {
      const { pendingActions, approvals } = await ask(
        agent,
        'query ($root: String) { pendingActions(namespace: $root) { id } approvals(first: 200) { edges { node { id } } } }',
        { root },
      );
      const ours = new Set(waiting.values());
      const asked = (approvals.edges as Row[]).map(({ node }) => node.id as string).filter((id) => ours.has(id));
      return [
        ...(pendingActions as Row[]).map(({ id }) => id as string),
        // An admin is asked about all that waits in this database, which may be more than a page.
        ...(agent.isAdmin ? [] : asked.map((id) => `asked ${id}`)),
      ];
    },
    expected: ({ waiting }, { agentId, isAdmin }) => (isAdmin ? [...waiting.values()] : [waiting.get(agentId)!]),
    cases: ({ waiting }) => waiting.size,
  },
];
