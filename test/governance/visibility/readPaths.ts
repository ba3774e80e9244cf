import type { Row } from '../../support/memories.ts';
import {
  linksSeenBy,
  mayRead,
  seenBy,
  type World,
  type WorldAgent,
  type WorldLink,
  type WorldMemory,
} from './world.ts';

/** One way to read: what the server shows an agent on it, and what it should show. Both are compared as sorted texts. */
export interface ReadPath {
  readonly name: string;
  read(world: World, agent: WorldAgent): Promise<readonly string[]>;
  expected(world: World, agent: WorldAgent): readonly string[];
  /** About how many things it answers for each agent; about every memory when absent. */
  cases?(world: World): number;
}

const LISTS = 'next previous relatedTo relatedFrom reflectsOn reflectedBy'.split(' ');
const idsOf = (rows: readonly Row[]): string[] =>
  rows.map((row) => (row['memory'] ?? row['node'] ?? row)['id'] as string);
/** Ids of all that an agent sees. */
export const allIds = (world: World, agent: WorldAgent): string[] => seenBy(world, agent).map(({ id }) => id);
/** A link as text. */
export const linkText = ({ relation, sourceId, targetId }: WorldLink | Row): string =>
  `${sourceId} ${relation} ${targetId}`;
const countsOf = (memories: readonly WorldMemory[]): string[] =>
  [...new Set(memories.map(({ namespace }) => namespace))].map(
    (path) => `${path} ${memories.filter(({ namespace }) => namespace === path).length}`,
  );

/** A path that shows memories and answers with their ids. */
function showing(name: string, read: ReadPath['read']): ReadPath {
  return { name, read, expected: allIds };
}

async function each(world: World, read: (namespace: string) => Promise<readonly string[]>): Promise<string[]> {
  return (await Promise.all(world.namespaces.map(read))).flat();
}

/** Asks as an agent. */
export async function ask(agent: WorldAgent, query: string, variables: Row = {}): Promise<Row> {
  return await agent.client.run<Row>(query, variables);
}

/** Asks about each of many ids, a few in one document. */
export async function perId(agent: WorldAgent, ids: readonly string[], field: (id: string) => string): Promise<Row[]> {
  const answers: Row[] = [];
  for (let at = 0; at < ids.length; at += 8) {
    const fields = ids.slice(at, at + 8).map((id, index) => `a${index}: ${field(JSON.stringify(id))}`);
    answers.push(...(Object.values(await ask(agent, `{ ${fields.join(' ')} }`)) as Row[]));
  }
  return answers;
}

function recalling(mode: string): ReadPath {
  return showing(`recall ${mode}`, (world, { client }) =>
    each(world, async (namespace) => {
      const input = { query: 'walnut shelf', namespace, mode, limit: 50, touch: false };
      const { recall } = await client.run<{ recall: { hits: { memory: Row }[] } }>(
        'query ($input: RecallInput!) { recall(input: $input) { hits { memory { id namespace } } } }',
        { input },
      );
      // It looks in what lies above as well; each namespace is asked for itself.
      return recall.hits.flatMap(({ memory }) => (memory['namespace'] === namespace ? [memory['id'] as string] : []));
    }),
  );
}

/** Every path by which memories, links or numbers of them are read. */
export const READ_PATHS: readonly ReadPath[] = [
  showing('memory(id)', async (world, agent) =>
    (await perId(agent, [...world.memories.keys()], (id) => `memory(id: ${id}) { id }`)).flatMap(
      (found) => found?.['id'] ?? [],
    ),
  ),
  showing('memories', async ({ namespaces }, agent) =>
    idsOf(
      (
        await ask(
          agent,
          'query ($all: [String!]) { memories(where: { namespace: { in: $all } }, limit: 200) { id } }',
          { all: namespaces },
        )
      )['memories'] as Row[],
    ),
  ),
  {
    name: 'counts of memoriesConnection',
    async read({ namespaces }, agent) {
      const { memoriesConnection: page } = await ask(
        agent,
        'query ($all: [String!]) { memoriesConnection(where: { namespace: { in: $all } }) { totalCount aggregate { count { nodes } } } }',
        { all: namespaces },
      );
      return [`${page.totalCount} ${page.aggregate.count.nodes}`];
    },
    expected: (world, agent) => [`${seenBy(world, agent).length} ${seenBy(world, agent).length}`],
  },
  {
    name: 'links and lists of each memory',
    async read(world, agent) {
      const lists = LISTS.map((list) => `${list}(limit: 20) { id }`).join(' ');
      const rows = await perId(
        agent,
        allIds(world, agent),
        (id) => `memory(id: ${id}) { id ${lists} links { relation sourceId targetId source { id } target { id } } }`,
      );
      return rows.flatMap((row) => [
        ...(row['links'] as Row[]).map((link) => `link of ${row['id']}: ${linkText(link)}`),
        ...LISTS.flatMap((list) => (row[list] as Row[]).map(({ id }) => `${row['id']} ${list} ${id}`)),
      ]);
    },
    expected: (world, agent) =>
      linksSeenBy(world, agent).flatMap((link) => {
        const [from, to] =
          link.relation === 'RELATED_TO' ? ['relatedTo', 'relatedFrom'] : ['reflectsOn', 'reflectedBy'];
        const { sourceId, targetId } = link;
        return [
          ...[sourceId, targetId].map((id) => `link of ${id}: ${linkText(link)}`),
          ...[`${sourceId} ${from} ${targetId}`, `${targetId} ${to} ${sourceId}`],
        ];
      }),
  },
  showing('listMemories', async ({ root }, agent) => {
    const { listMemories: page } = await ask(
      agent,
      'query ($root: String) { listMemories(input: { namespace: $root, subtree: true }, first: 200) { totalCount edges { node { id } } } }',
      { root },
    );
    if (page.totalCount !== page.edges.length) return [`${page.totalCount} in all`];
    return idsOf(page.edges as Row[]);
  }),
  showing('searchMemories', async ({ root }, agent) => {
    const input = { query: 'walnut', namespace: root, limit: 200 };
    const { searchMemories } = await ask(
      agent,
      'query ($input: SearchInput!) { searchMemories(input: $input) { totalCount hits { memory { id } } } }',
      { input },
    );
    if (searchMemories.totalCount !== searchMemories.hits.length) return [`${searchMemories.totalCount} in all`];
    return idsOf(searchMemories.hits as Row[]);
  }),
  ...['HYBRID', 'KEYWORD', 'SEMANTIC'].map(recalling),
  showing('nodes of subgraph(namespace)', async ({ root }, agent) =>
    idsOf(
      (await ask(agent, 'query ($root: String) { subgraph(namespace: $root) { nodes { id } } }', { root }))['subgraph']
        .nodes,
    ),
  ),
  {
    name: 'links of subgraph(namespace)',
    read: async ({ root }, agent) =>
      (
        (
          await ask(
            agent,
            'query ($root: String) { subgraph(namespace: $root) { links { relation sourceId targetId } } }',
            { root },
          )
        )['subgraph'].links as Row[]
      ).map(linkText),
    expected: (world, agent) => linksSeenBy(world, agent).map(linkText),
  },
  {
    name: 'traverse, timeline and reflectionTree of each memory',
    async read(world, agent) {
      const ids = allIds(world, agent);
      const walks = await Promise.all(
        ids.map((id) =>
          ask(
            agent,
            `query ($id: ID!) {
              traverse(from: $id, depth: 1, direction: BOTH, limit: 50) { nodes { memory { id } } }
              timeline(id: $id, direction: BOTH) { events { relation sourceId targetId } }
              reflectionTree(id: $id, maxDepth: 1) { nodes { memory { id } } }
            }`,
            { id },
          ),
        ),
      );
      return walks.flatMap(({ traverse, timeline, reflectionTree }, index) => {
        const id = ids[index];
        return [
          ...(traverse.nodes as Row[]).map((node) => `${id} walks to ${node['memory'].id}`),
          ...(timeline.events as Row[]).map((event) => `${id} saw ${linkText(event)}`),
          ...(reflectionTree.nodes as Row[]).map((node) => `${id} stands on ${node['memory'].id}`),
        ];
      });
    },
    expected(world, agent) {
      const links = linksSeenBy(world, agent);
      return allIds(world, agent).flatMap((id) => {
        const own = links.filter(({ sourceId, targetId }) => sourceId === id || targetId === id);
        const ends = own.map(({ sourceId, targetId }) => (sourceId === id ? targetId : sourceId));
        const sources = own.filter(({ relation, sourceId }) => relation === 'REFLECTS_ON' && sourceId === id);
        return [
          ...[...new Set(ends)].map((end) => `${id} walks to ${end}`),
          ...own.map((link) => `${id} saw ${linkText(link)}`),
          ...[id, ...sources.map(({ targetId }) => targetId)].map((source) => `${id} stands on ${source}`),
        ];
      });
    },
  },
  {
    name: 'numbers of stats',
    async read({ root }, agent) {
      const { stats } = await ask(
        agent,
        'query ($root: String) { stats(namespace: $root) { total linksCount byNamespace { namespace count } } }',
        { root },
      );
      return [
        `${stats.total} ${stats.linksCount}`,
        ...(stats.byNamespace as Row[]).map(({ namespace, count }) => `${namespace} ${count}`),
      ];
    },
    expected: (world, agent) => [
      `${seenBy(world, agent).length} ${linksSeenBy(world, agent).length}`,
      ...countsOf(seenBy(world, agent)),
    ],
  },
  {
    name: 'numbers of taxonomy',
    read: async ({ root }, agent) =>
      (
        (await ask(agent, 'query ($root: String) { taxonomy(namespace: $root) { nodes { path count } } }', { root }))[
          'taxonomy'
        ].nodes as Row[]
      ).flatMap(({ path, count }) => (count > 0 ? [`${path} ${count}`] : [])),
    expected: (world, agent) => countsOf(seenBy(world, agent)),
  },
  {
    name: 'the archive',
    read: async ({ root }, agent) =>
      (
        (
          await ask(
            agent,
            'query ($root: String) { archivedMemories(namespace: $root, first: 200) { edges { node { memory { id } } } } }',
            { root },
          )
        )['archivedMemories'].edges as Row[]
      ).map(({ node }) => node.memory.id as string),
    expected: ({ memories }, agent) =>
      [...memories.values()].filter((memory) => !memory.live && mayRead(agent, memory)).map(({ id }) => id),
  },
];
