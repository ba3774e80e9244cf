import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { setPolicy } from '../governance/governed.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, DELETE, search, store, titles, update, type Row } from '../support/memories.ts';

const home = freshNamespace('entity');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const bob = caller({ agentId: `bob-${home}`, namespace: home });

const REGISTER = `mutation ($input: RegisterEntityInput!, $key: String) { registerEntity(input: $input, idempotencyKey: $key) {
  created aliases pending { id } memory { id title content namespace memoryKind tier tags priority metadata scope agentId version expiresAt } } }`;
const ENTITY = `query ($alias: String!, $namespace: String) { entity(alias: $alias, namespace: $namespace) { aliases memory { id title } } }`;

let made = 0;
/** A namespace for a case, below this file's. */
const place = () => `${home}/${(made += 1)}`;

const register = async (canonicalName: string, more: Record<string, unknown>, client = ann): Promise<Row> =>
  (await client.run<{ registerEntity: Row }>(REGISTER, { input: { canonicalName, ...more } })).registerEntity;
const find = async (alias: string, namespace?: string, client = ann): Promise<Row | null> =>
  (await client.run<{ entity: Row | null }>(ENTITY, { alias, namespace })).entity;

async function refused(input: Row, client = ann) {
  const before = await fingerprint(home);
  const { code, details } = await client.refusal(REGISTER, { input });
  expect(await fingerprint(home)).toBe(before);
  return { code, details };
}

const eventsOf = async (namespace: string): Promise<string[]> =>
  (
    await askGraph<{ type: string }>(
      'MATCH (e:OutboxEvent {namespace: $namespace}) RETURN e.type AS type ORDER BY e.seq',
      { namespace },
    )
  ).map(({ type }) => type);

describe('an entity', () => {
  test('is a memory with names', async () => {
    const namespace = place();
    const aliases = ['Countess of Lovelace', 'A. A. L.'];
    const { memory, ...rest } = await register('Ada Lovelace', { namespace, aliases, metadata: { born: 1815 } });
    expect(rest).toEqual({ created: true, aliases: ['A. A. L.', 'Countess of Lovelace'], pending: null });
    expect(memory).toMatchObject({
      ...{ title: 'Ada Lovelace', namespace, memoryKind: 'ENTITY', tier: 'LONG', tags: ['entity'], priority: 7 },
      ...{ metadata: { born: 1815 }, scope: 'PRIVATE', agentId: `ann-${home}`, version: 1, expiresAt: null },
      content: 'Ada Lovelace\nAlso known as: A. A. L.; Countess of Lovelace',
    });
    expect(await eventsOf(namespace)).toEqual(['POST_STORE']);
    expect(titles(await search(ann, { query: 'countess', namespace }))).toEqual(['Ada Lovelace']);
  });

  test('is registered once: again, names are joined', async () => {
    const namespace = place();
    const first = await register('Ada', { namespace, aliases: ['Countess'], metadata: { a: 1 } });
    const second = await register('Ada', { namespace, aliases: ['Enchantress', 'COUNTESS'], metadata: { b: 2 } });
    expect(second).toMatchObject({
      ...{ created: false, aliases: ['Countess', 'Enchantress'] },
      memory: {
        id: first['memory'].id,
        version: 2,
        metadata: { a: 1 },
        content: 'Ada\nAlso known as: Countess; Enchantress',
      },
    });
    const third = await register('Ada', { namespace, aliases: ['enchantress', 'Ada'] });
    expect(third).toEqual({ ...second, created: false });
    expect(await eventsOf(namespace)).toEqual(['POST_STORE', 'POST_UPDATE']);
  });

  test('keeps a content that somebody wrote', async () => {
    const namespace = place();
    const { memory } = await register('Ada', { namespace });
    expect(memory.content).toBe('Ada');
    await update(ann, memory.id, { content: 'The first programmer.' });
    const again = await register('Ada', { namespace, aliases: ['Countess'] });
    expect(again).toMatchObject({ aliases: ['Countess'], memory: { content: 'The first programmer.', version: 3 } });
  });

  test('can be a memory of that kind that was stored before', async () => {
    const namespace = place();
    const { id } = await store(ann, { title: 'Ada', namespace, kind: 'ENTITY' });
    expect(await find('Ada', namespace)).toMatchObject({ memory: { id }, aliases: [] });
    expect(await find('ADA', namespace)).toBeNull();
    expect(await register('Ada', { namespace, aliases: ['Countess'] })).toMatchObject({
      created: false,
      memory: { id },
    });
    expect(await find('ADA')).toMatchObject({ memory: { id }, aliases: ['Countess'] });
  });

  test('answers a repeated key as the first time', async () => {
    const namespace = place();
    const input = { canonicalName: 'Ada', namespace, aliases: ['Countess'] };
    const key = `key of ${namespace}`;
    const first = await ann.run<Row>(REGISTER, { input, key });
    await register('Ada', { namespace, aliases: ['Other'] });
    expect(await ann.run<Row>(REGISTER, { input, key })).toEqual(first);
    const other = { ...input, aliases: [] };
    expect((await ann.refusal(REGISTER, { input: other, key })).code).toBe('CONFLICT');
  });
});

describe('an entity is found', () => {
  const namespace = place();
  test.each([
    'Čapek, Karel',
    'capek, karel',
    'ČAPEK,  KAREL',
    'k. čapek',
    'K. CAPEK',
    'Strasse',
    'straße',
    'Ｋ. Čapek',
  ])('as %j', async (alias) => {
    const input = { namespace, aliases: ['K. Čapek', 'Straße'] };
    const { memory } = await register('Čapek, Karel', input);
    expect(await find(alias, namespace)).toMatchObject({ memory: { id: memory.id }, aliases: ['K. Čapek', 'Straße'] });
  });

  test('in its namespace only, or the newest anywhere', async () => {
    const [old, recent] = [place(), place()];
    const name = `Ada of ${old}`;
    const one = await register(name, { namespace: old, aliases: [`C ${old}`] });
    const two = await register(name, { namespace: recent, aliases: [`C ${old}`] });
    expect((await find(`c ${old}`, old))?.['memory'].id).toBe(one['memory'].id);
    expect((await find(`c ${old}`, recent))?.['memory'].id).toBe(two['memory'].id);
    expect((await find(`c ${old}`))?.['memory'].id).toBe(two['memory'].id);
    expect(await find(name, `${old}/below`)).toBeNull();
    expect(await find('nobody at all', old)).toBeNull();
  });

  test('by its new name once it was renamed, and by its old ones', async () => {
    const here = place();
    const { memory } = await register('Ada Byron', { namespace: here, aliases: ['Countess'] });
    await update(ann, memory.id, { title: 'Ada Lovelace' });
    expect(await find('Ada Lovelace', here)).toMatchObject({
      memory: { id: memory.id },
      aliases: ['Ada Byron', 'Countess'],
    });
    expect((await find('ada byron', here))?.['memory'].id).toBe(memory.id);
    await register('Ada Lovelace', { namespace: here });
    expect((await find('ADA LOVELACE'))?.['memory'].id).toBe(memory.id);
  });

  test('where it was moved to, and its names are free where it was', async () => {
    const [from, to] = [place(), place()];
    const { memory } = await register('Ada', { namespace: from, aliases: ['Countess'] });
    await update(ann, memory.id, { namespace: to });
    expect(await find('countess', from)).toBeNull();
    expect((await find('countess', to))?.['memory'].id).toBe(memory.id);
    expect(await register('Maria', { namespace: from, aliases: ['Countess'] })).toMatchObject({ created: true });
    expect(await register('Ada', { namespace: to })).toMatchObject({ created: false });
  });
});

describe('a name that is taken', () => {
  test('by a memory that is no entity', async () => {
    const namespace = place();
    const { id } = await store(ann, { title: 'Ada', namespace });
    expect(await refused({ canonicalName: 'Ada', namespace })).toEqual({
      code: 'CONFLICT',
      details: { reason: 'TITLE_TAKEN', namespace, title: 'Ada', existingId: id },
    });
  });

  test.each<[string, Row, string]>([
    ['as an alias by its alias', { canonicalName: 'Other', aliases: ['x', 'cóuntess'] }, 'cóuntess'],
    ['as an alias by its canonical name', { canonicalName: 'Other', aliases: ['ADA'] }, 'ADA'],
    ['as a canonical name by its alias', { canonicalName: 'countess' }, 'countess'],
    ['as a canonical name by its canonical name', { canonicalName: 'ada' }, 'ada'],
    [
      'by an entity of another scope',
      { canonicalName: 'Other', aliases: ['Countess'], scope: 'COLLECTIVE' },
      'Countess',
    ],
  ])('%s', async (_, input, alias) => {
    const namespace = place();
    const { memory } = await register('Ada', { namespace, aliases: ['Countess'] });
    expect(await refused({ ...input, namespace })).toEqual({
      code: 'CONFLICT',
      details: { reason: 'ALIAS_TAKEN', namespace, alias, existingId: memory.id },
    });
    const [{ free }] = (await askGraph('RETURN NOT EXISTS { (:EntityAlias {folded: "x"}) } AS free')) as [
      { free: boolean },
    ];
    expect(free).toBe(true);
  });

  test('when it is added to an entity that is there', async () => {
    const namespace = place();
    const { memory } = await register('Ada', { namespace, aliases: ['Countess'] });
    await register('Maria', { namespace });
    expect(await refused({ canonicalName: 'Maria', namespace, aliases: ['Countess'] })).toMatchObject({
      details: { reason: 'ALIAS_TAKEN', existingId: memory.id },
    });
  });

  test('is free in another namespace, once its entity was deleted, and once it expired', async () => {
    const namespace = place();
    const { memory } = await register('Ada', { namespace, aliases: ['Countess', 'Lady'] });
    await register('Ada', { namespace: place(), aliases: ['Countess'] });
    await ann.run(DELETE, { id: memory.id });
    expect(await find('Countess', namespace)).toBeNull();
    const second = await register('Maria', { namespace, aliases: ['countess'] });
    expect(second).toMatchObject({ created: true, aliases: ['countess'] });
    expect((await find('Countess', namespace))?.['memory'].id).toBe(second['memory'].id);
    await askGraph("MATCH (m {id: $id}) SET m.liveUntil = localdatetime('2020-01-01')", { id: second['memory'].id });
    expect(await find('Countess', namespace)).toBeNull();
    const third = await register('Maria', { namespace, aliases: ['Countess', 'Lady'] });
    expect(third).toMatchObject({ created: true, aliases: ['Countess', 'Lady'] });
    expect((await find('countess', namespace))?.['memory'].id).toBe(third['memory'].id);
  });
});

describe('an entity that is hidden', () => {
  test('is not found, is not in the way, and does not show in a conflict', async () => {
    const namespace = place();
    const mine = await register('Ada', { namespace, aliases: ['Countess'] });
    expect(await find('Ada', namespace, bob)).toBeNull();
    expect(await find('Countess', undefined, bob)).toBeNull();
    const his = await register('Ada', { namespace, aliases: ['Countess'] }, bob);
    expect(his).toMatchObject({ created: true, aliases: ['Countess'] });
    expect((await find('Countess', namespace))?.['memory'].id).toBe(mine['memory'].id);
    expect((await find('Countess', namespace, bob))?.['memory'].id).toBe(his['memory'].id);
    expect(await register('Eve', { namespace, aliases: ['Countess Eve'], scope: 'COLLECTIVE' }, bob)).toMatchObject({
      created: true,
    });
  });

  test.each(['OWNER', 'REGISTERED', 'APPROVE'])('is not told of by governance either: update %s', async (level) => {
    const namespace = place();
    const ea = caller({ agentId: `ea-${home}`, namespace: `${namespace}/web` });
    await register('Team Corp', { namespace, scope: 'TEAM' }, ea);
    await setPolicy(namespace, { update: level });
    const input = { canonicalName: 'Team Corp', namespace, aliases: ['TC'], scope: 'COLLECTIVE' };
    expect(await refused(input, bob)).toEqual({
      code: 'CONFLICT',
      details: { reason: 'TITLE_TAKEN', namespace, title: 'Team Corp' },
    });
    const told = 'MATCH (e:OutboxEvent {namespace: $namespace}) WHERE e.actor = $bob RETURN e.type AS type';
    expect(await askGraph(told, { namespace, bob: `bob-${home}` })).toEqual([]);
  });

  test('may be joined by whoever can read it', async () => {
    const namespace = place();
    const { memory } = await register('Ada', { namespace, scope: 'COLLECTIVE' });
    const joined = await register('Ada', { namespace, scope: 'COLLECTIVE', aliases: ['Countess'] }, bob);
    expect(joined).toMatchObject({ created: false, memory: { id: memory.id, agentId: `ann-${home}` } });
    expect((await find('Countess', namespace))?.['memory'].id).toBe(memory.id);
  });
});

describe('is held to its bounds:', () => {
  const many = (count: number, prefix = 'n') => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  test.each<[string, Row]>([
    ['canonicalName', { canonicalName: 'x'.repeat(513) }],
    ['canonicalName', { canonicalName: '  ' }],
    ['namespace', { canonicalName: 'x', namespace: 'a//b' }],
    ['aliases', { canonicalName: 'x', aliases: many(51) }],
    ['aliases[1]', { canonicalName: 'x', aliases: ['a', 'x'.repeat(129)] }],
    ['aliases[0]', { canonicalName: 'x', aliases: [' '] }],
    ['aliases[0]', { canonicalName: 'x', aliases: ['a\u0000b'] }],
  ])('%s of %j', async (field, input) => {
    expect(await refused({ namespace: home, ...input })).toMatchObject({ code: 'BAD_USER_INPUT', details: { field } });
  });

  test('50 names at once, 200 in all', async () => {
    const namespace = place();
    const longest = { canonicalName: 'x'.repeat(512), namespace };
    for (const prefix of ['a', 'b', 'c', 'd'])
      await register(longest.canonicalName, { namespace, aliases: many(50, prefix) });
    expect(await refused({ ...longest, aliases: ['one more'] })).toMatchObject({
      details: { field: 'aliases', bound: 'at most 200 in all', actual: '201 entries' },
    });
    expect(await find('D49', namespace)).toMatchObject({ memory: { title: longest.canonicalName } });
  });

  test('a name to look for', async () => {
    for (const alias of ['', 'x'.repeat(513)])
      expect(await ann.refusal(ENTITY, { alias })).toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { field: 'alias' },
      });
  });

  test('a viewer registers nothing', async () => {
    const viewer = caller({ agentId: `ann-${home}`, namespace: home, roles: 'viewer' });
    expect((await refused({ canonicalName: 'x', namespace: home }, viewer)).code).toBe('FORBIDDEN');
  });
});
