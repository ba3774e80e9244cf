import { describe, expect, test } from '@jest/globals';
import { atomsOf } from '../../src/memory/atoms.ts';
import { tokensOf } from '../../src/memory/budget.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, link, recall, search, store, titles, update, type Row } from '../support/memories.ts';
import { ASK, at, change, client as hooked, DENY, on, server, withHooks } from '../pipeline/hookedServer.ts';

const home = freshNamespace('atomise');
const ann = caller({ agentId: `ann-${home}`, namespace: `${home}/ann`, roles: 'agent' });
const bob = caller({ agentId: `bob-${home}`, namespace: `${home}/bob`, roles: 'agent' });
const admin = caller();

withHooks([
  on('pre_store', 'atom-no', ['answer', DENY]),
  on('pre_store', 'atom-ask', ['answer', ASK]),
  on('pre_store', 'atom-tag', ['answer', change({ tags: ['seen'], namespace: 'elsewhere' })]),
]);

const FIELDS = `id title content namespace tier memoryKind tags scope targetAgentId agentId priority confidence source
  sourceUri createdAt expiresAt embeddingStatus sourceSpan { start end } metadata version`;
const ATOMISE = `mutation ($id: ID!, $most: Int, $key: String) {
  atomise(id: $id, maxAtomTokens: $most, idempotencyKey: $key) {
    pending { id action payload } parent { ${FIELDS} atoms { id } } atoms { ${FIELDS} derivesFrom { id } }
  } }`;

async function atomise(client: HttpClient, id: unknown, more: Record<string, unknown> = {}): Promise<Row> {
  return (await client.run<{ atomise: Row }>(ATOMISE, { id, ...more })).atomise;
}

const TOPICS = [
  'The Überfahrt to the island takes one hour.',
  'Bees dance to tell where clover grows.',
  '橋は夜に閉まる。',
];
/** Prose of about `sentences` × 10 tokens, some of it of several bytes a character, on one topic after the other. */
const prose = (sentences: number) =>
  Array.from({ length: sentences }, (_, n) => `${TOPICS[Math.floor((n * 3) / sentences)]} Remark ${n} was noted.`).join(
    ' ',
  );

const put = (title: string, more: Record<string, unknown> = {}, client = ann) =>
  store(client, { title, namespace: home, scope: 'COLLECTIVE', tier: 'LONG', content: prose(40), ...more }, FIELDS);

describe('a content is divided', () => {
  test.each([
    [40, 200],
    [40, 100],
    [60, 300],
    [400, 1_000],
  ])('%s sentences by at most %s tokens', (sentences, most) => {
    const content = prose(sentences);
    const atoms = atomsOf(content, most);
    expect(atoms.length).toBeGreaterThanOrEqual(2);
    expect(atoms.length).toBeLessThanOrEqual(10);
    expect(atoms.map(({ text }) => text).join('')).toBe(content);
    for (const { text } of atoms) expect(tokensOf(text)).toBeLessThanOrEqual(most);
    for (const { text } of atoms.slice(0, -1)) expect(text).toMatch(/[.。] ?$/);
  });

  test('blank stretches are no atom', () => {
    const atoms = atomsOf(`${prose(20)}${'\n \n'.repeat(3_000)}${prose(20)}`, 900);
    for (const { text } of atoms) expect(text.trim()).not.toBe('');
  });
});

describe('atomise', () => {
  test('makes atoms that are what their parent is, and hides it', async () => {
    const given = { tags: ['ferry', 'bees'], confidence: 0.7, priority: 8, kind: 'CLAIM', sourceUri: 'doc:island' };
    const parent = await put('island guide', { ...given, createdAt: '2021-05-01T00:00:00Z' });
    const { atoms, parent: after, pending } = await atomise(ann, parent['id'], { most: 150 });
    expect(pending).toBeNull();
    expect(atoms.length).toBeGreaterThanOrEqual(3);
    const bytes = Buffer.from(parent['content'] as string);
    let end = 0;
    (atoms as Row[]).forEach((atom, place) => {
      expect(atom).toMatchObject({
        title: `island guide [${place + 1}]`,
        content: bytes.subarray(atom['sourceSpan'].start, atom['sourceSpan'].end).toString(),
        derivesFrom: [{ id: parent['id'] }],
        metadata: {},
        version: 1,
      });
      for (const field of [
        'namespace',
        'tier',
        'memoryKind',
        'tags',
        'scope',
        'agentId',
        'priority',
        'confidence',
        'sourceUri',
        'createdAt',
        'expiresAt',
      ])
        expect([field, atom[field]]).toEqual([field, parent[field]]);
      expect(atom['sourceSpan'].start).toBe(end);
      end = atom['sourceSpan'].end;
    });
    expect(end).toBe(bytes.length);
    expect(after).toMatchObject({ id: parent['id'], version: 2, content: parent['content'] });
    expect(Date.parse(after['metadata'].atomisation_archived_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(after['atoms']).toHaveLength(atoms.length);
  });

  test('leaves the parent out of recall and search unless asked for, in every mode, and shows it elsewhere', async () => {
    const namespace = `${home}/hidden`;
    const { id } = await put('harbour notes', { namespace, tags: ['harbour'] });
    await put('a neighbour', { namespace, content: 'Something else about bees.' });
    const { atoms } = await atomise(ann, id, { most: 150 });
    const ways = ['HYBRID', 'SEMANTIC', 'KEYWORD'].flatMap((mode) => [
      { mode },
      { mode, tags: ['harbour'] },
      { mode, namespace: null },
    ]);
    for (const way of ways) {
      const input = { query: 'bees and clover', namespace, touch: false, limit: 50, ...way };
      for (const client of [ann, admin]) {
        expect([way, titles(await recall(client, input))]).not.toEqual([
          way,
          expect.arrayContaining(['harbour notes']),
        ]);
        const asked = await recall(client, { ...input, includeAtomised: true });
        expect([way, titles(asked)]).toEqual([way, expect.arrayContaining(['harbour notes'])]);
      }
      expect(titles(await recall(ann, input))).toEqual(
        expect.arrayContaining([expect.stringMatching(/^harbour notes \[\d\]$/)]),
      );
    }
    const found = async (more: Record<string, unknown>) =>
      titles(await search(ann, { query: 'clover', namespace, ...more })).includes('harbour notes');
    expect([await found({}), await found({ includeAtomised: true })]).toEqual([false, true]);
    const shown = await ann.run<Record<string, Row>>(
      'query ($id: ID!, $n: String!) { memory(id: $id) { title } memories(where: { namespace: { eq: $n } }) { title } }',
      { id, n: namespace },
    );
    expect(shown['memory']).toEqual({ title: 'harbour notes' });
    expect(shown['memories']).toHaveLength((atoms as Row[]).length + 2);
  });

  test('keeps it hidden through changes, until the mark is taken from its metadata', async () => {
    const namespace = `${home}/mark`;
    const { id } = await put('marked', { namespace });
    const { parent } = await atomise(ann, id, { most: 150 });
    const found = async (query = 'clover') => [
      titles(await search(ann, { query, namespace })).includes('marked'),
      titles(await recall(ann, { query, namespace, touch: false, limit: 50 })).includes('marked'),
    ];
    await update(ann, id as string, { tags: ['new'], priority: 9 });
    expect(await found()).toEqual([false, false]);
    await update(ann, id as string, { content: `${prose(120)} clover` });
    expect(await found()).toEqual([false, false]);
    const { atomisation_archived_at: _mark, ...metadata } = parent['metadata'];
    await update(ann, id as string, { metadata });
    expect(await found()).toEqual([true, true]);
  });

  test('is not undone by what spreads along links', async () => {
    const namespace = `${home}/spread`;
    const { id } = await put('spread parent', { namespace });
    const { atoms } = await atomise(ann, id, { most: 150 });
    const beyond = await put('beyond', { namespace, content: 'Nothing alike.' });
    await link(ann, id as string, beyond['id'] as string);
    const found = titles(
      await recall(ann, { query: (atoms as Row[])[0]!['content'], namespace, touch: false, limit: 50 }),
    );
    expect(found).toContain('spread parent [1]');
    expect(found).not.toContain('spread parent');
  });

  test('tells of each atom, each link and the parent, once for a key', async () => {
    const { id } = await put('told');
    const first = await atomise(ann, id, { most: 200, key: `key-${home}` });
    expect(await atomise(ann, id, { most: 200, key: `key-${home}` })).toEqual(first);
    const ids = [id, ...(first['atoms'] as Row[]).map((atom) => atom['id'])];
    const events = await askGraph<{ type: string; count: number }>(
      `MATCH (e:OutboxEvent) WHERE size(e.memoryIds) > 0 AND all(id IN e.memoryIds WHERE id IN $ids)
       RETURN e.type AS type, count(e) AS count ORDER BY type`,
      { ids },
    );
    const count = first['atoms'].length as number;
    expect(events).toEqual([
      { type: 'POST_LINK', count },
      { type: 'POST_STORE', count: count + 1 },
      { type: 'POST_UPDATE', count: 1 },
    ]);
    expect((await ann.refusal(ATOMISE, { id, most: 100, key: `key-${home}` })).code).toBe('CONFLICT');
  });

  test('of atoms ends at depth 3', async () => {
    const namespace = `${home}/deep`;
    let { id } = await put('deep', { namespace, content: prose(150) });
    for (const most of [1_000, 500, 250]) {
      const { atoms } = await atomise(ann, id, { most });
      id = atoms[0].id;
    }
    const before = await fingerprint(namespace);
    expect(await ann.refusal(ATOMISE, { id, most: 50 })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'ATOM_DEPTH_EXCEEDED', attemptedDepth: 4, cap: 3 },
    });
    expect(await fingerprint(namespace)).toBe(before);
  });

  test('makes each atom findable whole, also one of more tokens than the embedder reads', async () => {
    const { id } = await put('large atoms', { namespace: `${home}/large`, content: prose(250) });
    const { atoms } = await atomise(ann, id, { most: 1_000 });
    const kept = await askGraph<{ id: string }>(
      'UNWIND $ids AS id MATCH (m:Memory {id: id})<-[:PASSAGE_OF]-(:Passage) RETURN DISTINCT id',
      { ids: (atoms as Row[]).map((atom) => atom['id']) },
    );
    const waits = (atoms as Row[]).filter((atom) => atom['embeddingStatus'] !== 'READY').length;
    expect(kept.length + waits).toBe(atoms.length);
    const hidden = await askGraph('MATCH (:MemoryRecord {id: $id})<-[:PASSAGE_OF]-(p:Passage) RETURN p.id AS id', {
      id,
    });
    expect(hidden).toEqual([]);
  });

  test('cuts a title that would be too long', async () => {
    const { id } = await put('ü'.repeat(512), { namespace: `${home}/title` });
    const { atoms } = await atomise(ann, id);
    expect(atoms[0].title).toBe(`${'ü'.repeat(508)} [1]`);
  });

  test('by two at once on two servers: one wins', async () => {
    const { id } = await put('raced', { namespace: `${home}/race` });
    const other = new HttpClient(server.url, { agentId: `ann-${home}`, namespace: `${home}/ann` });
    const answers = await Promise.all(
      [ann, other, ann, other].map((client) => client.send<{ atomise: Row | null }>(ATOMISE, { id })),
    );
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    for (const { errors } of answers) if (errors) expect(errors[0]?.extensions.code).toMatch(/CONFLICT$/);
    const [row] = await askGraph('MATCH (:MemoryRecord {id: $id})<-[r:DERIVES_FROM]-() RETURN count(r) AS links', {
      id,
    });
    expect(row?.['links']).toBe(answers.find(({ errors }) => !errors)?.data?.atomise?.['atoms'].length);
  });
});

describe('refused, with nothing written', () => {
  const namespace = `${home}/refused`;
  const cases: [string, () => Promise<[unknown, Record<string, unknown>]>, Record<string, unknown>, HttpClient?][] = [
    ['twice', async () => [await divided('twice'), {}], { code: 'CONFLICT', details: { reason: 'ALREADY_ATOMISED' } }],
    ['a bound below 50', async () => [await one('low'), { most: 49 }], { code: 'BAD_USER_INPUT' }],
    ['a bound above 1,000', async () => [await one('high'), { most: 1_001 }], { code: 'BAD_USER_INPUT' }],
    [
      'a memory of one atom',
      async () => [await one('short', 'A short one.'), {}],
      { code: 'BAD_USER_INPUT', details: { field: 'maxAtomTokens' } },
    ],
    [
      'a memory of more than ten',
      async () => [await one('huge', prose(400)), { most: 100 }],
      { code: 'BAD_USER_INPUT', details: { field: 'maxAtomTokens' } },
    ],
    ['no such memory', async () => ['nothing', {}], { code: 'NOT_FOUND' }],
    ['a hidden one', async () => [await one('hidden', prose(40), 'PRIVATE'), {}], { code: 'NOT_FOUND' }, bob],
    [
      'when a title is taken',
      async () => {
        await put('crowded [2]', { namespace });
        return [await one('crowded'), {}];
      },
      { code: 'CONFLICT', details: { reason: 'TITLE_TAKEN', title: 'crowded [2]', existingId: expect.any(String) } },
    ],
  ];
  const one = async (title: string, content = prose(40), scope = 'COLLECTIVE') =>
    (await put(title, { namespace, content, scope }))['id'];
  const divided = async (title: string) => {
    const id = await one(title);
    await atomise(ann, id);
    return id;
  };

  test.each(cases)('%s', async (_, prepare, refusal, client = ann) => {
    const [id, more] = await prepare();
    const before = await fingerprint(namespace);
    expect(await client.refusal(ATOMISE, { id, ...more })).toMatchObject(refusal);
    expect(await fingerprint(namespace)).toBe(before);
  });
});

describe('hooks judge every atom as a store', () => {
  const stored = (name: string) => put(name, { namespace: at(name) }, caller({ agentId: 'alice' }));

  test('a no: nothing is written', async () => {
    const { id } = await stored('atom-no');
    const before = await fingerprint(at('atom-no'));
    expect(await hooked.refusal(ATOMISE, { id })).toMatchObject({
      code: 'HOOK_DENIED',
      details: { event: 'pre_store' },
    });
    expect(await fingerprint(at('atom-no'))).toBe(before);
  });

  test('a question: it waits', async () => {
    const { id } = await stored('atom-ask');
    const { pending, parent, atoms } = await atomise(hooked, id);
    expect({ parent, atoms }).toEqual({ parent: null, atoms: [] });
    expect(pending).toMatchObject({ action: 'STORE', payload: { id, maxAtomTokens: 200 } });
  });

  test('a change: of what each says, not of where it lies', async () => {
    const { id } = await stored('atom-tag');
    const { atoms } = await atomise(hooked, id);
    expect(atoms.length).toBeGreaterThan(1);
    for (const atom of atoms) expect(atom).toMatchObject({ tags: ['seen'], namespace: at('atom-tag') });
  });
});
