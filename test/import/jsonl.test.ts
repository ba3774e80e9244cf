import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { onDatabase } from '../support/commandLine.ts';
import { testDatabase } from '../support/database.ts';
import { askGraph } from '../support/graph.ts';
import { ALL_FIELDS, caller, store } from '../support/memories.ts';
import { END, HEADER, importFileOf, importOf, memoryLineOf } from './importFile.ts';

// Our own format, into the database that a server works on at the same time.

const namespace = freshNamespace('import');
const on = onDatabase(testDatabase());
const id = (name: string) => `${namespace}.${name}`;
const row = (name: string, more: Record<string, unknown> = {}) => memoryLineOf(id(name), { namespace, ...more });
const linked = (source: string, target: string, relation: string) => ({
  kind: 'link',
  source_id: id(source),
  target_id: id(target),
  relation,
  created_at: '2024-03-01T10:00:00.000Z',
});

describe('a row that breaks a bound is told by its line and left out', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['not JSON', '{"kind":"memory",', 'not JSON'],
    ['not an object', [1], 'not a JSON object'],
    ['a kind nobody knows', { kind: 'mystery' }, 'kind: no kind of line, got mystery'],
    ['no id', { ...row('x'), id: undefined }, 'id: text'],
    ['an id with ..', row('..'), 'id: no ".."'],
    ['a blank title', row('x', { title: ' ' }), 'title: not blank'],
    ['a long title', row('x', { title: 'x'.repeat(513) }), 'title: at most 512 characters, got 513 characters'],
    ['too much content', row('x', { content: 'x'.repeat(65_537) }), 'content: at most 65,536 bytes, got 65537 bytes'],
    [
      'a NUL',
      row('x', { content: 'a\0b' }),
      'content: no control, bidi-override or unpaired surrogate characters, got U+0000',
    ],
    ['a lone surrogate', row('x', { content: '\ud800' }), 'content: no control'],
    ['a priority out of range', row('x', { priority: 11 }), 'priority: a whole number from 1 to 10, got 11'],
    ['a priority that is text', row('x', { priority: '5' }), 'priority: a whole number from 1 to 10, got string'],
    ['a confidence out of range', row('x', { confidence: 1.1 }), 'confidence: a number from 0 to 1, got 1.1'],
    ['a version of 0', row('x', { version: 0 }), 'version: a whole number from 1'],
    ['a source nobody knows', row('x', { source: 'psychic' }), 'source: one of user'],
    ['a tier nobody knows', row('x', { tier: 'eternal' }), 'tier: one of short, mid, long'],
    ['no time', row('x', { created_at: undefined }), 'created_at: an RFC 3339 timestamp'],
    ['a wrong time', row('x', { updated_at: 'yesterday' }), 'updated_at: an RFC 3339 timestamp'],
    ['a tag too long', row('x', { tags: ['x'.repeat(129)] }), 'tags[0]: at most 128 bytes'],
    ['a wrong namespace', row('x', { namespace: '/a' }), 'namespace: no leading or trailing "/"'],
    ['a wrong author', row('x', { metadata: { agent_id: '/a' } }), 'agent_id: no leading "/"'],
    ['metadata too deep', row('x', { metadata: nested(33) }), 'metadata: at most 32 levels deep'],
    ['a wrong source_uri', row('x', { source_uri: 'http://a' }), 'source_uri: must begin with'],
    ['a span without length', row('x', { source_span: { start: 3, end: 3 } }), 'source_span: end after start'],
    ['a wrong citation', row('x', { citations: [{ uri: 'a', accessed_at: 'never' }] }), 'citations[0].accessed_at'],
    ['a property of a strange shape', row('x', { properties: { a: { b: 1 } } }), 'properties.a'],
    ['a property of a strange name', row('x', { properties: { 'a b': 1 } }), 'properties.a b'],
    ['a link to itself', linked('good', 'good', 'related_to'), 'target_id: must be another memory'],
    ['a link to nobody', linked('good', 'nobody', 'related_to'), `there is no memory ${id('nobody')}`],
    ['a relation nobody knows', linked('good', 'other', 'owns'), 'relation: one of related_to'],
    [
      'a step to nobody',
      { kind: 'next', from_id: id('good'), to_id: id('nobody') },
      `there is no memory ${id('nobody')}`,
    ],
  ];

  test('all of them, and the good rows between them come in', async () => {
    const bad = cases.map(([, line]) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const good = [HEADER, row('good'), row('other')].map((line) => JSON.stringify(line));
    const file = importFileOf('bad', [...good, ...bad, JSON.stringify(END)].map((line) => `${line}\n`).join(''));
    const { code, out, err } = await importOf('jsonl', file, on);
    const told = cases.map((_, index) => new RegExp(`^line ${index + 4}: (.*)$`, 'm').exec(err)?.[1] ?? 'nothing');
    expect(
      told.map((what, index) => `${cases[index]?.[0]}: ${what.startsWith(cases[index]?.[2] ?? '?') ? 'told' : what}`),
    ).toEqual(cases.map(([name]) => `${name}: told`));
    expect(code).toBe(2);
    expect(out).toContain(`Imported 2 memories`);
    expect(out).toContain(`not imported, see above: ${cases.length} rows`);
    const [count] = await askGraph('MATCH (m:MemoryRecord {namespace: $namespace}) RETURN count(m) AS count', {
      namespace,
    });
    expect(count).toEqual({ count: 2 });
  });

  test.each([
    ['a circle of SUPERSEDES', 'supersedes'],
    ['a circle of REFLECTS_ON', 'reflects_on'],
  ])('%s within one chunk', async (_case, relation) => {
    const own = (name: string) => `${relation}-${name}`;
    const file = importFileOf('circle', [
      HEADER,
      ...['a', 'b', 'c'].map((name) => row(own(name))),
      linked(own('a'), own('b'), relation),
      linked(own('b'), own('c'), relation),
      linked(own('c'), own('a'), relation),
      END,
    ]);
    const { code, err, out } = await importOf('jsonl', file, on);
    expect({ code, err, out }).toMatchObject({
      code: 2,
      err: expect.stringContaining('line 7: relation: the link would close a circle'),
      out: expect.stringContaining('3 memories, 2 links'),
    });
  });
});

test('ids, times, counts, versions and depths are kept, and the server sees the rows', async () => {
  const at = (day: number) => `2023-0${day}-01T00:00:00.000Z`;
  const kept = {
    created_at: at(1),
    updated_at: at(2),
    last_accessed_at: at(3),
    access_count: 77,
    version: 8,
    reflection_depth: 2,
    memory_kind: 'persona',
    persona_version: 3,
    tier: 'long',
    metadata: { agent_id: 'alice', scope: 'collective', mine: true },
  };
  await importOf('jsonl', importFileOf('kept', [HEADER, row('kept', kept), END]), on);
  const { memories } = await caller({ agentId: 'bob' }).run<{ memories: unknown[] }>(
    `query ($id: ID!) { memories(where: { id: { eq: $id } }) { ${ALL_FIELDS} } }`,
    { id: id('kept') },
  );
  expect(memories).toEqual([
    expect.objectContaining({
      id: id('kept'),
      createdAt: at(1),
      updatedAt: at(2),
      lastAccessedAt: at(3),
      accessCount: 77,
      version: 8,
      reflectionDepth: 2,
      memoryKind: 'PERSONA',
      personaVersion: 3,
      agentId: 'alice',
      scope: 'COLLECTIVE',
      metadata: { mine: true },
      source: 'api',
      expiresAt: null,
    }),
  ]);
});

describe('what is there already', () => {
  test('keeps its title; the one that comes gets a number, and that is told', async () => {
    const client = caller({ agentId: 'alice' });
    const holder = await store(client, { title: 'taken', namespace });
    const taken = row('taken', { title: 'taken', metadata: { agent_id: 'alice' } });
    const { code, err, out } = await importOf('jsonl', importFileOf('taken', [HEADER, taken, END]), on);
    expect({ code, err, out }).toMatchObject({
      code: 0,
      err: expect.stringContaining(`line 2: title: taken by another memory; ${id('taken')} is stored as "taken (2)"`),
      out: expect.stringContaining('stored under a numbered title: 1'),
    });
    const rows = await askGraph(
      'MATCH (m:Memory) WHERE m.id IN $ids RETURN m.id AS id, m.title AS title ORDER BY m.title',
      { ids: [holder['id'], id('taken')] },
    );
    expect(rows).toEqual([
      { id: holder['id'], title: 'taken' },
      { id: id('taken'), title: 'taken (2)' },
    ]);
  });

  test('stays as it is under its id, and another text for it is told', async () => {
    await importOf('jsonl', importFileOf('one', [HEADER, row('one'), END]), on);
    const other = importFileOf('other', [HEADER, row('one', { content: 'something else' }), END]);
    const { code, err } = await importOf('jsonl', other, on);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining(`line 2: id: ${id('one')} is there already`),
    });
    const [there] = await askGraph('MATCH (m:Memory {id: $id}) RETURN m.content AS content, m.version AS version', {
      id: id('one'),
    });
    expect(there).toEqual({ content: 'text', version: 1 });
  });
});

test('--namespace puts all below another namespace, --agent names the author of rows that have none', async () => {
  const file = importFileOf('placed', [
    HEADER,
    row('placed', { namespace: 'a/b', episode: 'e', episode_key: ['a', 'x', 'e'] }),
    END,
  ]);
  await importOf('jsonl', file, on, ['--namespace', `${namespace}/below`, '--agent', 'carol']);
  const rows = await askGraph(
    `MATCH (m:Memory {id: $id})-[:IN_NAMESPACE]->(n)-[:CHILD_OF]->(p)
     RETURN m.namespace AS namespace, m.agentId AS agentId, m.episodeKey AS episodeKey, n.path AS path, p.path AS parent`,
    { id: id('placed') },
  );
  const path = `${namespace}/below/a/b`;
  expect(rows).toEqual([
    {
      namespace: path,
      agentId: 'carol',
      episodeKey: `${namespace}/below/a\u001fx\u001fe`,
      path,
      parent: `${namespace}/below/a`,
    },
  ]);
});

describe('nothing is written', () => {
  test.each<[string, string, string, string | readonly unknown[]]>([
    ['from a file without a header', 'jsonl', 'the first line is no header', [row('never')]],
    ['from a later format', 'jsonl', 'format version 2', [{ ...HEADER, version: 2 }, row('never')]],
    ['from what is no JSON', 'ai-memory', 'line 1: not JSON', 'memories: none'],
    ['without a format', 'csv', '--from: one of jsonl, ai-memory, mcp-memory', [HEADER, row('never')]],
  ])('%s', async (_case, from, message, content) => {
    const { code, err } = await importOf(from, importFileOf('refused', content), on);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(message) });
    expect(await askGraph('MATCH (m:MemoryRecord {id: $id}) RETURN m.id', { id: id('never') })).toEqual([]);
  });
});

test('a file that ends too early is taken over as far as it goes, and that is told', async () => {
  const { code, err, out } = await importOf('jsonl', importFileOf('short', [HEADER, row('short')]), on);
  expect({ code, err, out }).toMatchObject({
    code: 2,
    err: expect.stringContaining('line 2: the file ends before its end line'),
    out: expect.stringContaining('Imported 1 memories'),
  });
});

function nested(depth: number): Record<string, unknown> {
  return depth === 1 ? { end: 1 } : { inner: nested(depth - 1) };
}
