import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, DELETE, store, update } from '../support/memories.ts';

const home = freshNamespace('episode');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

/** Every NEXT of a namespace, as `a>b`. */
async function next(namespace: string): Promise<string[]> {
  const rows = await askGraph<{ pair: string }>(
    `MATCH (a:MemoryRecord)-[:NEXT]->(b:MemoryRecord {namespace: $namespace}) RETURN a.title + '>' + b.title AS pair ORDER BY b.createdAt`,
    { namespace },
  );
  return rows.map(({ pair }) => pair).sort();
}
const put = async (title: string, more: Record<string, unknown>, client = ann) =>
  (await store(client, { title, scope: 'COLLECTIVE', ...more }, 'id episode')) as {
    id: string;
    episode: string | null;
  };

describe('memories with one episode key', () => {
  test('chain in order of storing, for one agent and namespace', async () => {
    const namespace = `${home}/one`;
    for (const title of ['a', 'b', 'c'])
      expect((await put(title, { namespace, episode: 'talk' })).episode).toBe('talk');
    await put('x', { namespace, episode: 'other' });
    await put('y', { namespace, episode: 'talk' }, bob);
    await put('z', { namespace: `${namespace}/below`, episode: 'talk' });
    expect(await next(namespace)).toEqual(['a>b', 'b>c']);
    expect(await next(`${namespace}/below`)).toEqual([]);
  });

  test('stored at once by many make one chain', async () => {
    const namespace = `${home}/crowd`;
    await Promise.all(Array.from({ length: 25 }, (_, index) => put(`m${index}`, { namespace, episode: 'rush' })));
    const [shape] = await askGraph(
      `MATCH (m:Memory {namespace: $namespace})
       RETURN count(m) AS count, sum(COUNT { (m)-[:NEXT]->() }) AS links, max(COUNT { (m)-[:NEXT]->() }) AS out, max(COUNT { (m)<-[:NEXT]-() }) AS back,
         sum(CASE WHEN EXISTS { (m)<-[:NEXT]-() } THEN 0 ELSE 1 END) AS starts`,
      { namespace },
    );
    expect(shape).toEqual({ count: 25, links: 24, out: 1, back: 1, starts: 1 });
  });

  test('go on behind a deleted one', async () => {
    const namespace = `${home}/deleted`;
    const { id } = await put('a', { namespace, episode: 'e' });
    await ann.run(DELETE, { id });
    await put('b', { namespace, episode: 'e' });
    expect(await next(namespace)).toEqual(['a>b']);
  });

  test('stay in it when they move', async () => {
    const namespace = `${home}/moved`;
    const { id } = await put('a', { namespace, episode: 'e' });
    await update(ann, id, { namespace: `${home}/elsewhere` });
    await put('b', { namespace, episode: 'e' });
    expect(await next(namespace)).toEqual(['a>b']);
  });
});

describe('`follows`', () => {
  test('puts a memory behind another, in its episode, whoever wrote it', async () => {
    const namespace = `${home}/follows`;
    const first = await put('a', { namespace, episode: 'e' });
    const second = await put('b', { namespace, follows: first.id }, bob);
    expect(second.episode).toBe('e');
    await put('c', { namespace, episode: 'e' });
    expect(await next(namespace)).toEqual(['a>b', 'b>c']);
  });

  test('wins over `episode`', async () => {
    const namespace = `${home}/wins`;
    const first = await put('a', { namespace, episode: 'e' });
    await put('b', { namespace, episode: 'f' });
    expect((await put('c', { namespace, follows: first.id, episode: 'f' })).episode).toBe('e');
    expect(await next(namespace)).toEqual(['a>c']);
  });

  test('may branch in the middle of an episode', async () => {
    const namespace = `${home}/branch`;
    const first = await put('a', { namespace, episode: 'e' });
    await put('b', { namespace, episode: 'e' });
    await put('side', { namespace, follows: first.id });
    await put('c', { namespace, episode: 'e' });
    expect(await next(namespace)).toEqual(['a>b', 'a>side', 'b>c']);
  });

  test('is not found when what it follows is hidden', async () => {
    const namespace = `${home}/hidden`;
    const { id } = await put('secret', { namespace, scope: 'PRIVATE' });
    const document = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { created } }';
    expect(await bob.refusal(document, { input: { title: 'b', content: 'x', namespace, follows: id } })).toMatchObject({
      code: 'NOT_FOUND',
      details: { id },
    });
  });
});

test('neighbours are read as `previous` and `next`, hidden ones left out', async () => {
  const namespace = `${home}/read`;
  await put('a', { namespace, episode: 'e' });
  const { id } = await put('b', { namespace, episode: 'e' });
  await put('c', { namespace, episode: 'e', scope: 'PRIVATE' });
  const document = 'query ($id: ID!) { memory(id: $id) { previous { title } next { title } } }';
  expect(await ann.run(document, { id })).toEqual({ memory: { previous: [{ title: 'a' }], next: [{ title: 'c' }] } });
  expect(await bob.run(document, { id })).toEqual({ memory: { previous: [{ title: 'a' }], next: [] } });
});
