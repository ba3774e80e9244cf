import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, recall, store, update, type Row } from '../support/memories.ts';

const home = freshNamespace('history');
const ann = caller({ agentId: 'ann', namespace: `${home}/a` });
const robot = caller({ agentId: 'ai:robot', namespace: `${home}/a` });

const FIELDS = `memoryId version at changedBy editSource changed title content tags priority confidence tier namespace scope
  metadata expiresAt sourceUri`;

async function history(who: typeof ann, id: string, page = '', fields = 'version'): Promise<Row[]> {
  const { memory } = await who.run<{ memory: Row }>(
    `query ($id: ID!) { memory(id: $id) { history${page} { ${fields} } } }`,
    { id },
  );
  return memory['history'] as Row[];
}
const versions = async (who: typeof ann, id: string, page?: string) =>
  (await history(who, id, page)).map(({ version }) => version as number);

describe('the history of a memory', () => {
  test('is what it was after each change, newest first, and who changed what', async () => {
    const input = { title: 'first title', namespace: home, scope: 'COLLECTIVE', tags: ['a'], metadata: { m: 1 } };
    const { id, createdAt } = await store(ann, { ...input, sourceUri: 'doc:x' }, 'id createdAt');
    await update(ann, id, { content: 'second content', tags: [] });
    await update(robot, id, { title: 'third title', priority: 9, sourceUri: null });
    await update(robot, id, { namespace: `${home}/moved`, editSource: 'HUMAN' });
    await ann.run('mutation ($id: ID!) { promoteMemory(id: $id) { memory { id } } }', { id });

    const found = await history(ann, id, '', FIELDS);
    expect(
      found.map(({ version, changedBy, editSource, changed }) => [version, changedBy, editSource, changed]),
    ).toEqual([
      [5, 'ann', 'HUMAN', ['tier', 'expiresAt']],
      [4, 'ai:robot', 'HUMAN', ['namespace']],
      [3, 'ai:robot', 'AGENT', ['title', 'priority', 'sourceUri']],
      [2, 'ann', 'HUMAN', ['content', 'tags']],
      [1, 'ann', 'HUMAN', []],
    ]);
    const first = found[4]!;
    expect(first).toMatchObject({
      ...{ memoryId: id, at: createdAt, title: 'first title', content: 'about first title', tags: ['a'], priority: 5 },
      ...{ confidence: 1, tier: 'MID', namespace: home, scope: 'COLLECTIVE', metadata: { m: 1 }, sourceUri: 'doc:x' },
    });
    expect(found[3]).toMatchObject({
      ...first,
      ...{ version: 2, content: 'second content', tags: [], changed: ['content', 'tags'], at: expect.any(String) },
    });
    expect(found[2]).toMatchObject({
      title: 'third title',
      priority: 9,
      sourceUri: null,
      tier: 'MID',
      namespace: home,
    });
    expect(found[1]).toMatchObject({ namespace: `${home}/moved`, tier: 'MID' });
    expect(found[0]).toMatchObject({ tier: 'LONG', expiresAt: null });
    const times = found.map(({ at }) => at as string);
    expect(times).toEqual([...times].sort().reverse());
    expect(await askGraph('MATCH (v)-[:VERSION_OF]->(m {id: $id}) RETURN count(v) AS versions', { id })).toEqual([
      { versions: 4 },
    ]);
  });

  test('of a memory that never changed is itself, and costs no node', async () => {
    const { id } = await store(ann, { title: 'never changed', namespace: home });
    expect(await versions(ann, id)).toEqual([1]);
    expect(await askGraph('MATCH (v:MemoryVersion {memoryId: $id}) RETURN v', { id })).toEqual([]);
  });

  test('comes in pages', async () => {
    const { id } = await store(ann, { title: 'pages', namespace: home });
    for (let n = 0; n < 24; n++) await update(ann, id, { priority: 1 + (n % 10) });
    expect(await versions(ann, id)).toEqual(Array.from({ length: 20 }, (_, n) => 25 - n));
    expect(await versions(ann, id, '(before: 6)')).toEqual([5, 4, 3, 2, 1]);
    expect(await versions(ann, id, '(first: 2, before: 25)')).toEqual([24, 23]);
    expect(await versions(ann, id, '(first: 1)')).toEqual([25]);
    expect(await versions(ann, id, '(before: 1)')).toEqual([]);
    expect(await versions(ann, id, '(first: 100)')).toHaveLength(25);
  });

  test.each([0, -1, 101])('takes no page of %s', async (first) => {
    const { id } = await store(ann, { title: `page of ${first}`, namespace: home });
    expect(
      await ann.refusal(`query ($id: ID!) { memory(id: $id) { history(first: ${first}) { version } } }`, { id }),
    ).toMatchObject({ code: 'BAD_USER_INPUT', details: { field: 'first', bound: '1 to 100', actual: first } });
  });

  test('stands beside relations and in lists', async () => {
    const { id } = await store(ann, { title: 'in a list', namespace: `${home}/list` });
    const changed = await update(ann, id, { content: 'x' }, 'history { version } relatedTo { id }');
    expect(changed).toEqual({ history: [{ version: 2 }, { version: 1 }], relatedTo: [] });
    const { memories } = await ann.run<{ memories: Row[] }>(
      `query ($path: String!) { memories(where: { namespace: { eq: $path } }) { past: history(first: 2) { n: version } } }`,
      { path: `${home}/list` },
    );
    expect(memories).toEqual([{ past: [{ n: 2 }, { n: 1 }] }]);
  });

  test('shows a recall only where it promoted', async () => {
    const namespace = `${home}/recalled`;
    const { id } = await store(ann, { title: 'axolotl', namespace });
    for (let access = 0; access < 5; access++) await recall(ann, { query: 'axolotl', namespace, mode: 'KEYWORD' });
    for (let left = 100; left > 0 && (await versions(ann, id)).length < 2; left--)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await history(ann, id, '', 'version tier changed changedBy')).toEqual([
      { version: 2, tier: 'LONG', changed: ['tier', 'expiresAt'], changedBy: 'ann' },
      { version: 1, tier: 'MID', changed: [], changedBy: 'ann' },
    ]);
  });
});

describe('who sees it', () => {
  test('nobody who may not read the memory now', async () => {
    const { id } = await store(ann, { title: 'shown once', namespace: home, scope: 'COLLECTIVE' });
    expect(await versions(robot, id)).toEqual([1]);
    await update(ann, id, { scope: 'PRIVATE' });
    expect(await robot.run('query ($id: ID!) { memory(id: $id) { history { version } } }', { id })).toEqual({
      memory: null,
    });
  });

  test('what was private then stays private, but for author, target and admin', async () => {
    const { id } = await store(ann, {
      ...{ title: 'opened later', content: 'a secret', namespace: home, targetAgentId: 'eve' },
    });
    await update(ann, id, { content: 'second secret' });
    await update(ann, id, { content: 'public', scope: 'COLLECTIVE' });
    await update(ann, id, { priority: 6 });
    expect(await versions(robot, id)).toEqual([4, 3]);
    expect(await versions(robot, id, '(before: 3)')).toEqual([]);
    for (const who of [ann, caller({ agentId: 'eve' }), caller()])
      expect(await versions(who, id)).toEqual([4, 3, 2, 1]);
  });

  test('a team row that moved to another team is not told to the new one', async () => {
    const other = caller({ agentId: 'otto', namespace: `${home}/b/x` });
    const admin = caller();
    const { id } = await store(admin, { title: 'moved team', namespace: `${home}/a/x`, scope: 'TEAM' });
    await update(admin, id, { namespace: `${home}/b/x` });
    expect(await versions(other, id)).toEqual([2]);
  });
});
