import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import {
  ALL_FIELDS,
  caller,
  DELETE,
  link,
  recall,
  search,
  store,
  titles,
  update,
  UPDATE,
  type Row,
} from '../support/memories.ts';

const home = freshNamespace('append');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

describe.each(['LLM', 'HOOK'])('an edit by %s', (editSource) => {
  const namespace = `${home}/${editSource.toLowerCase()}`;

  test('archives the memory as it is and puts a new one in its place', async () => {
    const input = {
      title: 'planet',
      content: 'nine planets',
      namespace,
      scope: 'COLLECTIVE',
      tags: ['sky'],
      metadata: { a: 1 },
    };
    const old = await store(ann, { ...input, episode: 'e' }, ALL_FIELDS);
    const after = await update(
      bob,
      old['id'],
      { content: 'eight planets', editSource },
      `${ALL_FIELDS} supersedes { id } links { targetId }`,
    );
    expect(after).toEqual({
      ...old,
      ...{
        id: after['id'],
        content: 'eight planets',
        version: 2,
        createdAt: after['createdAt'],
        updatedAt: after['updatedAt'],
      },
      metadata: { a: 1, edit_source: editSource.toLowerCase(), superseded_id: old['id'] },
      // The end that is archived is not shown.
      ...{ supersedes: [], links: [] },
    });
    expect(after['id']).not.toBe(old['id']);
    expect(await ann.run('query ($id: ID!) { memory(id: $id) { id } }', { id: old['id'] })).toEqual({ memory: null });
    expect(titles(await search(ann, { query: 'nine', namespace }))).toEqual([]);
    expect(titles(await search(ann, { query: 'eight', namespace }))).toEqual(['planet']);

    const [graph] = await askGraph(
      `MATCH (new:Memory {id: $new})-[r:SUPERSEDES]->(old:ArchivedMemory {id: $old}), (new)-[:IN_NAMESPACE]->(n)
       RETURN old.archiveReason AS reason, old.archivedBy AS by, old.content AS content, old.version AS version, n.path AS filed,
         r.observedBy AS observedBy, r.linkKey AS linkKey, new.embedding <> old.embedding AS embedded`,
      { new: after['id'], old: old['id'] },
    );
    expect(graph).toEqual({
      ...{ reason: 'SUPERSEDED', by: 'bob', content: 'nine planets', version: 1, filed: namespace, observedBy: 'bob' },
      ...{ linkKey: `${after['id']}|SUPERSEDES|${old['id']}`, embedded: true },
    });
    const events = await askGraph<{ type: string; payload: string }>(
      'MATCH (e:OutboxEvent) WHERE $id IN e.memoryIds RETURN e.type AS type, e.payload AS payload ORDER BY e.seq',
      { id: old['id'] },
    );
    expect(events.map(({ type }) => type)).toEqual(['POST_STORE', 'POST_ARCHIVE', 'POST_LINK']);
    expect(JSON.parse(events[1]!.payload)).toEqual({ id: old['id'], namespace, reason: 'SUPERSEDED' });
  });

  test('keeps the vector when the words stay, and links and episode at the old row', async () => {
    const [old, other] = await Promise.all(['kept words', 'other'].map((title) => store(ann, { title, namespace })));
    await link(ann, old!['id'], other!['id']);
    const after = await update(ann, old!['id'], { tags: ['new'], editSource }, 'id tags relatedTo { id }');
    expect(after).toMatchObject({ tags: ['new'], relatedTo: [] });
    expect(
      await askGraph(
        `MATCH (new:Memory {id: $new})-[:SUPERSEDES]->(old)-[:RELATED_TO]->(o) RETURN new.embedding = old.embedding AS vector, o.id AS other`,
        { new: after['id'] },
      ),
    ).toEqual([{ vector: true, other: other!['id'] }]);
    expect(titles(await recall(ann, { query: 'kept words', namespace, mode: 'SEMANTIC', touch: false }))).toContain(
      'kept words',
    );
  });

  test('goes on with the history', async () => {
    const { id } = await store(ann, { title: 'long story', namespace });
    await update(ann, id, { content: 'two' });
    const third = await update(ann, id, { content: 'three', editSource });
    const fourth = await update(ann, third['id'], { content: 'four', editSource });
    const fifth = await update(ann, fourth['id'], { content: 'five', editSource: 'AGENT' });
    expect(fifth['id']).toBe(fourth['id']);
    const { memory } = await ann.run<{ memory: Row }>(
      'query ($id: ID!) { memory(id: $id) { history { version memoryId content editSource changed } } }',
      { id: fifth['id'] },
    );
    const changed = ['content'];
    expect(memory['history']).toEqual([
      { version: 5, memoryId: fourth['id'], content: 'five', editSource: 'AGENT', changed },
      { version: 4, memoryId: fourth['id'], content: 'four', editSource, changed },
      { version: 3, memoryId: third['id'], content: 'three', editSource, changed },
      { version: 2, memoryId: id, content: 'two', editSource: 'HUMAN', changed },
      { version: 1, memoryId: id, content: 'about long story', editSource: 'HUMAN', changed: [] },
    ]);
  });

  test('keeps its history when the archived row comes back and goes its own way', async () => {
    const { id } = await store(ann, { title: `comes back ${editSource}`, namespace });
    const second = await update(ann, id, { content: 'two', title: 'another title', editSource });
    await askGraph('MATCH (m:MemoryRecord {id: $id}) REMOVE m:ArchivedMemory SET m:Memory', { id });
    await update(ann, id, { content: 'its own two' });
    await update(ann, id, { content: 'its own three' });
    const contents = async (of: string) => {
      const { memory } = await ann.run<{ memory: Row }>(
        'query ($id: ID!) { memory(id: $id) { history { version content } } }',
        { id: of },
      );
      return (memory['history'] as Row[]).map(({ version, content }) => [version, content]);
    };
    const first = [1, `about comes back ${editSource}`];
    expect(await contents(second['id'])).toEqual([[2, 'two'], first]);
    expect(await contents(id)).toEqual([[3, 'its own three'], [2, 'its own two'], first]);
  });

  test('to a title that is taken, a lower tier or another version is refused', async () => {
    const { id } = await store(ann, { title: 'to be refused', namespace });
    const holder = await store(ann, { title: 'in the way', namespace });
    const before = await fingerprint(home);
    for (const [input, expectedVersion, code] of [
      [{ title: 'in the way' }, undefined, 'CONFLICT'],
      [{ tier: 'SHORT' }, undefined, 'BAD_USER_INPUT'],
      [{ content: 'x' }, 2, 'VERSION_CONFLICT'],
    ] as const) {
      expect(await ann.refusal(UPDATE(), { id, input: { ...input, editSource }, expectedVersion })).toMatchObject({
        code,
      });
    }
    expect(await fingerprint(home)).toBe(before);
    await ann.run(DELETE, { id: holder['id'] });
    expect(
      await update(
        ann,
        id,
        { title: 'in the way', namespace: `${namespace}/deep`, editSource },
        'title namespace version',
      ),
    ).toEqual({
      ...{ title: 'in the way', namespace: `${namespace}/deep`, version: 2 },
    });
  });

  test('of 20 with one expected version exactly one wins', async () => {
    const { id } = await store(ann, { title: 'raced', namespace });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ann.send<{ updateMemory: Row }>(UPDATE(), {
          id,
          input: { content: `by ${n}`, editSource },
          expectedVersion: 1,
        }),
      ),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ errors }) => errors?.[0]?.extensions.code ?? []))).toEqual(
      new Set(['NOT_FOUND']),
    );
    expect(
      await askGraph('MATCH (m:Memory {namespace: $namespace, title: "raced"}) RETURN m.version AS version', {
        namespace,
      }),
    ).toEqual([{ version: 2 }]);
  });

  test('with a key is done once', async () => {
    const { id } = await store(ann, { title: 'keyed edit', namespace });
    const variables = { id, input: { content: 'once', editSource }, key: `edit-${editSource}` };
    const first = await ann.run(UPDATE(), variables);
    expect(await ann.run(UPDATE(), variables)).toEqual(first);
  });
});

test.each([
  ['ann', undefined, 'HUMAN'],
  ['ai:robot', undefined, 'AGENT'],
  ['ai:robot', 'HUMAN', 'HUMAN'],
  ['ann', 'AGENT', 'AGENT'],
])('%s who says %s edits as %s, in place', async (agentId, editSource, told) => {
  const who = caller({ agentId, namespace: home });
  const { id } = await store(who, { title: `by ${agentId} as ${editSource}`, namespace: home });
  const after = await update(who, id, { content: 'new', editSource }, 'id metadata history { editSource }');
  expect(after).toMatchObject({ id, metadata: {} });
  expect(after['history'][0]).toEqual({ editSource: told });
});
