import { utimesSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { onDatabase } from '../support/commandLine.ts';
import { testDatabase } from '../support/database.ts';
import { askGraph } from '../support/graph.ts';
import { importFileOf, importOf } from './importFile.ts';

// What other memory servers write, as they write it.

const on = onDatabase(testDatabase());
type Row = Record<string, unknown>;

async function memoriesOf(namespace: string): Promise<Row[]> {
  const rows = await askGraph<{ row: Row }>(
    `MATCH (m:MemoryRecord) WHERE m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/'
     RETURN m {.*, createdAt: toString(m.createdAt), expiresAt: toString(m.expiresAt)} AS row ORDER BY m.id`,
    { namespace },
  );
  return rows.map(({ row }) => row);
}

async function linksOf(namespace: string): Promise<Row[]> {
  const rows = await askGraph<{ row: Row }>(
    `MATCH (m:MemoryRecord)-[r:RELATED_TO|SUPERSEDES|REFLECTS_ON|DERIVES_FROM]->(t) WHERE m.namespace STARTS WITH $namespace
     RETURN r {.signature, .attestLevel, .relationTypes, .observedBy, createdAt: toString(r.createdAt), from: m.title, to: t.title,
       type: type(r)} AS row ORDER BY type(r), m.title, t.title`,
    { namespace },
  );
  return rows.map(({ row }) => row);
}

describe('ai-memory', () => {
  const namespace = freshNamespace('ai');
  const prefix = namespace.slice(-8);
  const memory = (name: string, more: Row = {}) => ({
    id: `${prefix}-${name}`,
    tier: 'mid',
    namespace: `${namespace}/x`,
    title: name,
    content: `about ${name}`,
    tags: ['t'],
    priority: 7,
    confidence: 0.5,
    source: 'nhi',
    access_count: 3,
    created_at: '2026-05-01T10:00:00.123456789+00:00',
    updated_at: '2026-05-02T10:00:00+02:00',
    expires_at: '2099-05-08T10:00:00+00:00',
    metadata: { agent_id: 'ai:claude', scope: 'team', topic: 'x' },
    reflection_depth: 0,
    memory_kind: 'observation',
    citations: [],
    confidence_source: 'caller_provided',
    version: 4,
    ...more,
  });
  // The keys of the object are sorted there, so that links come first.
  const exported = {
    count: 3,
    exported_at: '2026-06-01T00:00:00+00:00',
    links: [
      {
        source_id: `${prefix}-one`,
        target_id: `${prefix}-two`,
        relation: 'reflects_on',
        created_at: '2026-05-03T00:00:00+00:00',
        signature: [1, 2, 255],
        observed_by: 'ai:claude',
        attest_level: 'self_signed',
      },
      {
        source_id: `${prefix}-one`,
        target_id: `${prefix}-two`,
        relation: 'depends_on',
        created_at: '2026-05-03T00:00:00Z',
      },
      {
        source_id: `${prefix}-one`,
        target_id: `${prefix}-gone`,
        relation: 'related_to',
        created_at: '2026-05-03T00:00:00Z',
      },
    ],
    memories: [
      memory('one'),
      memory('two', { source: 'curator', memory_kind: 'plan', metadata: {}, expires_at: null, tier: 'long' }),
      memory('bad', { priority: 99 }),
    ],
  };

  test.each([
    ['pretty, as it is written', 2, { bad: 78, gone: 21 }],
    ['on one line', 0, { bad: 1, gone: 1 }],
  ])('%s: ids, links and times are kept; what has no place here is kept beside', async (_case, indent, lines) => {
    const file = importFileOf('ai.json', JSON.stringify(exported, null, indent));
    const { code, err, out } = await importOf('ai-memory', file, on, ['--agent', 'importer']);
    expect(code).toBe(2);
    const lineOf = (text: string) => Number(new RegExp(`^line (\\d+): ${text}`, 'm').exec(err)?.[1]);
    expect({ bad: lineOf('priority: a whole number'), gone: lineOf('there is no memory') }).toEqual(
      indent === 0
        ? lines
        : { bad: lineNumber(file, `"id": "${prefix}-bad"`) - 1, gone: lineNumber(file, `${prefix}-gone`) - 2 },
    );
    expect(out).toMatch(indent === 2 ? /^Imported 2 memories, 2 links/ : /already there: 2 memories, 2 links/);
    const kept = { createdAt: '2026-05-01T10:00:00.123', version: 4, accessCount: 3, priority: 7, confidence: 0.5 };
    expect(await memoriesOf(namespace)).toMatchObject([
      {
        id: `${prefix}-one`,
        ...kept,
        agentId: 'ai:claude',
        scope: 'TEAM',
        source: 'nhi',
        metadataJson: '{"topic":"x"}',
        expiresAt: '2099-05-08T10:00:00',
      },
      {
        id: `${prefix}-two`,
        ...kept,
        agentId: 'importer',
        scope: 'PRIVATE',
        source: 'import',
        memoryKind: 'OBSERVATION',
        metadataJson: '{"imported_source":"curator","imported_kind":"plan"}',
        expiresAt: null,
      },
    ]);
    expect(await linksOf(namespace)).toEqual([
      {
        type: 'REFLECTS_ON',
        from: 'one',
        to: 'two',
        signature: 'AQL/',
        attestLevel: 'SELF_SIGNED',
        observedBy: 'ai:claude',
        createdAt: '2026-05-03T00:00:00',
        relationTypes: null,
      },
      expect.objectContaining({ type: 'RELATED_TO', from: 'one', to: 'two', relationTypes: ['depends_on'] }),
    ]);
  });

  function lineNumber(_file: string, text: string): number {
    return (
      JSON.stringify(exported, null, 2)
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1
    );
  }

  test('a file that ends in the middle is taken over as far as it goes', async () => {
    const file = importFileOf('cut.json', JSON.stringify(exported, null, 2).slice(0, -40));
    const { code, err } = await importOf('ai-memory', file, on);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('the file ends in the middle') });
  });
});

describe('the MCP memory server', () => {
  const namespace = freshNamespace('mcp');
  const long = 'x'.repeat(40_000);
  const lines = [
    {
      type: 'entity',
      name: 'Ada',
      entityType: 'person',
      observations: ['wrote programs', 'lived in London\r\nand Paris', ''],
    },
    { type: 'entity', name: 'Engine', entityType: 'machine', observations: [] },
    { type: 'relation', from: 'Ada', to: 'Engine', relationType: 'programmed' },
    { type: 'relation', from: 'Ada', to: 'Engine', relationType: 'admired' },
    { type: 'entity', name: 'Tale', entityType: 'book', observations: [long, `${long}2`] },
    { type: 'relation', from: 'Ada', to: 'Nobody', relationType: 'knew' },
    { type: 'entity', name: ' ', entityType: 'x', observations: [] },
    { type: 'entity', name: 'Huge', entityType: 'x', observations: ['y'.repeat(65_537)] },
    { type: 'mystery' },
  ];

  test('entities become memories of kind ENTITY, relations become links that keep their types', async () => {
    const file = importFileOf('memory.jsonl', lines);
    utimesSync(file, new Date(), new Date('2025-01-02T03:04:05Z'));
    const words = ['--namespace', namespace, '--agent', 'alice'];
    const { code, err, out } = await importOf('mcp-memory', file, on, words);
    expect(code).toBe(2);
    expect(out).toMatch(/^Imported 4 memories, 2 links/);
    expect(err.split('\n').filter((line) => line.startsWith('line '))).toEqual([
      expect.stringMatching(/^line 7: name: not blank/),
      expect.stringMatching(/^line 8: observations\[0\]: at most 65,536 bytes/),
      expect.stringMatching(/^line 9: type: entity or relation, got mystery/),
      expect.stringMatching(/^line 6: there is no memory mcp-/),
    ]);
    const memories = await memoriesOf(namespace);
    expect(memories).toHaveLength(4);
    const named = (title: string) => memories.find((memory) => memory['title'] === title);
    expect(named('Ada')).toMatchObject({
      namespace,
      agentId: 'alice',
      memoryKind: 'ENTITY',
      tier: 'LONG',
      source: 'import',
      content: 'wrote programs\nlived in London\nand Paris',
      tags: ['person'],
      metadataJson: '{"entity_type":"person"}',
      createdAt: '2025-01-02T03:04:05',
    });
    expect(named('Engine')).toMatchObject({ content: 'Engine (machine)' });
    expect([named('Tale')?.['content'], named('Tale (2)')?.['content']]).toEqual([long, `${long}2`]);
    expect(await linksOf(namespace)).toMatchObject([
      { type: 'DERIVES_FROM', from: 'Tale (2)', to: 'Tale' },
      { type: 'RELATED_TO', from: 'Ada', to: 'Engine', relationTypes: ['programmed', 'admired'], observedBy: 'alice' },
    ]);

    const again = await importOf('mcp-memory', file, on, words);
    expect(again.out).toMatch(/already there: 4 memories, 2 links/);
  });
});
