import { describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery, getOperationAST } from 'graphql';
import { OperationRefused } from '../../src/errors.ts';
import { createGuard, type OperationFacts } from '../../src/server/guard/guard.ts';
import { LIMITS } from '../../src/server/guard/limits.ts';
import { processorMs } from './support/cpu.ts';
import { createStage, testSchema } from './support/schema.ts';

const guard = createGuard(testSchema(createStage()));

/** What the guard says of an operation: its facts, or its refusal. */
function judge(source: string, variables: Record<string, unknown> = {}): OperationFacts | OperationRefused {
  try {
    const document = guard.documents.read(source);
    const [error] = guard.documents.errorsOf(document);
    if (error) throw error;
    const operation = getOperationAST(document, source.includes('query Chosen') ? 'Chosen' : null);
    if (!operation) throw new Error('no operation');
    return guard.judge(document, operation, variables);
  } catch (error) {
    if (error instanceof OperationRefused) return error;
    throw error;
  }
}

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');
const nested = (levels: number) => `{ note(id: 1) ${'{ note '.repeat(levels - 2)} { id } ${'} '.repeat(levels - 2)} }`;
const doubling = (levels: number) =>
  `{ note(id: 1) { ...F0 } } ${times(levels, (i) => `fragment F${i} on Note { ...F${i + 1} ...F${i + 1} }`)} fragment F${levels} on Note { id }`;

describe('the cost of an operation', () => {
  test.each<[string, string, Record<string, unknown>, number]>([
    ['a root field with one value', '{ hello }', {}, 11],
    ['each alias counts', '{ a: hello b: hello }', {}, 22],
    ['an object and its values', '{ note(id: 1) { id title } }', {}, 11],
    ['an aliased value counts like an object', '{ note(id: 1) { a: id b: id } }', {}, 12],
    ['a list as long as asked', '{ notes(limit: 7) { id } }', {}, 17],
    ['a list as long as a variable says', 'query($n: Int) { notes(limit: $n) { id } }', { n: 7 }, 17],
    ['a list as long as the default of a variable says', 'query($n: Int = 7) { notes(limit: $n) { id } }', {}, 17],
    ['an outermost list of unknown length is 100', '{ notes { id } }', {}, 119],
    ['an inner generated list of unknown length is 25', '{ notes(limit: 2) { relatedTo { id } } }', {}, 66],
    ['an inner list of another kind is 10', '{ notes(limit: 2) { links { relation } } }', {}, 33],
    ['lists within one another multiply', '{ notes(limit: 10) { relatedTo(limit: 10) { id } } }', {}, 129],
    [
      'a connection hands its size down to its edges',
      '{ notesConnection(first: 5) { edges { node { id } } } }',
      {},
      21,
    ],
    [
      'an operation hands the limit of its input down',
      '{ recall(input: {query: "q", limit: 4}) { hits { score } } }',
      {},
      15,
    ],
    ['the default limit of an input', '{ recall(input: {query: "q"}) { hits { score } } }', {}, 21],
    [
      'one answer for each input',
      'mutation($i: [StoreInput!]!) { storeMany(inputs: $i) { results { index } } }',
      { i: [{ title: 'a' }, { title: 'b' }] },
      13,
    ],
    [
      'a limit that the operation itself will refuse counts as 500',
      '{ subgraph(limit: 1000000) { hits { score } } }',
      {},
      560,
    ],
    ['a fragment counts where it is spread', '{ note(id: 1) { ...F ...F } } fragment F on Note { id }', {}, 11],
    ['inline fragments', '{ note(id: 1) { ... on Note { id } ... { title } } }', {}, 11],
    ['skipped fields count', '{ note(id: 1) { note @skip(if: true) { id } } }', {}, 12],
    ['the operation that is chosen', 'query Chosen { hello } query Other { notes { id } }', {}, 11],
    ['introspection has a budget of its own', '{ __schema { types { name } } }', {}, 1],
    ['variables that do not fit are left to execution', 'query($n: Int) { notes(limit: $n) { id } }', { n: 'x' }, 0],
  ])('%s', (_name, source, variables, cost) => {
    expect(judge(source, variables)).toMatchObject({ cost });
  });

  test('comes with the root fields, through fragments', () => {
    const facts = judge('query Find { a: hello ...R } fragment R on Query { whoami hello }');
    expect(facts).toMatchObject({ name: 'Find', type: 'query', rootFields: ['hello', 'whoami'] });
  });
});

describe('within the limits', () => {
  test.each([
    [
      'what GraphiQL asks for',
      getIntrospectionQuery({
        inputValueDeprecation: true,
        schemaDescription: true,
        specifiedByUrl: true,
        oneOf: true,
      }),
    ],
    ['ten levels', nested(LIMITS.depth)],
    ['thirty root fields', `{ ${times(30, (i) => `a${i}: hello`)} }`],
    ['200 aliases', `{ note(id: 1) { ${times(200, (i) => `a${i}: id`)} } }`],
    ['fifty directives', `{ note(id: 1) { ${times(50, (i) => `... @skip(if: true) { a${i}: id }`)} } }`],
    ['memories and what they relate to, lengths unsaid', '{ notes { id title relatedTo { id title } } }'],
    ['the largest page', '{ notes(limit: 200, offset: 100000) { id } }'],
    [
      '500 stored, each with what came of it',
      'mutation($i: [StoreInput!]!) { storeMany(inputs: $i) { results { index note { id title content tags } } } }',
    ],
  ])('%s', (_name, source) => {
    expect(judge(source, { i: Array.from({ length: 500 }, () => ({ title: 't' })) })).toHaveProperty('cost');
  });
});

describe('over a limit', () => {
  test.each<[string, string, string]>([
    ['characters', 'comments without end', `${'#\n'.repeat(200_000)}{ hello }`],
    ['tokens', '2,500 aliased objects', `{ ${times(2_500, (i) => `a${i}: note(id: 1) { id }`)} }`],
    ['nesting', 'brackets of a value', `{ notes(where: {OR: ${'['.repeat(14_000)}`],
    ['nesting', 'brackets of a type', `query($a: ${'['.repeat(14_000)}`],
    ['nesting', 'braces that never close', '{a'.repeat(7_000)],
    ['nesting', 'well-formed braces', `{ note(id: 1) ${'{ note'.repeat(3_000)} { id } ${'}'.repeat(3_001)}`],
    ['definitions', 'operations', times(201, (i) => `query Q${i} { hello }`)],
    [
      'definitions',
      'a chain of fragments',
      `{ note(id: 1) { ...F0 } } ${times(250, (i) => `fragment F${i} on Note { ...F${i + 1} }`)}`,
    ],
    ['nameCharacters', 'a name that messages would repeat', `{ ${'a'.repeat(10_000)} }`],
    ['aliases', 'alias overload', `{ note(id: 1) { ${times(201, (i) => `a${i}: id`)} } }`],
    ['directives', 'directive overload', `{ hello ${'@skip(if: false) '.repeat(51)} }`],
    ['sameNamePairs', 'field duplication', `{ ${'hello '.repeat(10_000)} }`],
    ['rootFields', 'too many at the root', `{ ${times(31, (i) => `a${i}: hello`)} }`],
    [
      'rootFields',
      'too many at the root, through doubling fragments',
      `{ ${'...A '.repeat(16)} } fragment A on Query { ...B ...B } fragment B on Query { hello }`,
    ],
    ['depth', 'eleven levels', nested(LIMITS.depth + 1)],
    [
      'depth',
      'depth hidden in fragments',
      `{ note(id: 1) { ...F0 } } ${times(12, (i) => `fragment F${i} on Note { note { ...F${i + 1} } }`)} fragment F12 on Note { id }`,
    ],
    [
      'depth',
      'depth behind a fragment named like introspection',
      `{ ...__schema } fragment __schema on Query ${nested(11)}`,
    ],
    [
      'introspectionDepth',
      'ofType without end',
      `{ __schema { types { fields { type { ${'ofType { '.repeat(20)} name ${'} '.repeat(20)} } } } } }`,
    ],
    ['cost', 'lists within one another', '{ notes { relatedTo { relatedTo { id } } } }'],
    ['cost', 'values under many aliases in a list', `{ notes(limit: 200) { ${times(100, (i) => `a${i}: content`)} } }`],
    ['cost', '22 doubling fragments', doubling(22)],
    ['cost', '26 doubling fragments', doubling(26)],
    ['cost', '150 doubling fragments', doubling(150)],
    [
      'cost',
      'introspection, many times',
      `{ __schema { types { ${times(60, (i) => `a${i}: fields { args { type { name } } type { name } }`)} } } }`,
    ],
  ])('%s: %s', async (limit, _name, source) => {
    let refused: unknown;
    const milliseconds = await processorMs(() => (refused = judge(source)));
    expect(refused).toBeInstanceOf(OperationRefused);
    expect(refused).toMatchObject({
      code: 'OPERATION_TOO_COSTLY',
      details: { limit, bound: LIMITS[limit as keyof typeof LIMITS] },
    });
    const { actual } = (refused as OperationRefused).details as { actual: number };
    expect(actual).toBeGreaterThan(LIMITS[limit as keyof typeof LIMITS]);
    // Ten times what is measured, for slow machines; 2ⁿ or n² would take seconds.
    expect(milliseconds).toBeLessThan(5_000);
  });

  test.each([
    ['fragments in a circle', '{ note(id: 1) { ...A } } fragment A on Note { ...B } fragment B on Note { ...A }'],
    [
      'every fragment in every other',
      `{ note(id: 1) { ...F0 } } ${times(60, (i) => `fragment F${i} on Note { ${times(60, (j) => `...F${j}`)} }`)}`,
    ],
    ['circular introspection', `{ __schema { types ${'{ fields { type '.repeat(6)} { name } ${'} } '.repeat(6)} } }`],
    [
      'fragments that all differ from each other',
      `{ note(id: 1) { ...F0 } } ${times(80, (i) => `fragment F${i} on Note { note { ${times(79 - i, (j) => `...F${i + j + 1}`)} id } }`)}`,
    ],
    ['2,000 variables that nobody uses', `query(${times(2_000, (i) => `$a${i}: Int`)}) { hello }`],
  ])('%s is invalid, and quickly so', async (_name, source) => {
    const milliseconds = await processorMs(() => expect(() => judge(source)).toThrow());
    expect(milliseconds).toBeLessThan(5_000);
  });
});

describe('arguments of generated lists', () => {
  const cursor = (offset: number) => Buffer.from(`arrayconnection:${offset}`).toString('base64');
  const where = (levels: number) => ({
    where: Array.from({ length: levels }).reduce<object>((inner) => ({ AND: [inner] }), {}),
  });
  const filtered = 'query($where: NoteWhere) { notes(where: $where) { id } }';
  const page = 'query($n: Int, $after: String) { notesConnection(first: $n, after: $after) { totalCount } }';
  test.each<[string, string, Record<string, unknown>, string, string, unknown]>([
    ['a limit over the cap', 'query($n: Int) { notes(limit: $n) { id } }', { n: 201 }, 'notes.limit', '0 to 200', 201],
    [
      'a limit of a million, three levels',
      'query($n: Int) { notes(limit: $n) { relatedTo(limit: $n) { relatedTo(limit: $n) { id } } } }',
      { n: 1e6 },
      'notes.limit',
      '0 to 200',
      1e6,
    ],
    ['an inner limit', '{ note(id: 1) { relatedTo(limit: 300) { id } } }', {}, 'relatedTo.limit', '0 to 200', 300],
    [
      'a limit in a fragment',
      '{ ...F } fragment F on Query { notes(limit: 300) { id } }',
      {},
      'notes.limit',
      '0 to 200',
      300,
    ],
    ['a negative limit', '{ notes(limit: -1) { id } }', {}, 'notes.limit', '0 to 200', -1],
    ['first over the cap', page, { n: 201 }, 'notesConnection.first', '0 to 200', 201],
    ['a far offset', '{ notes(offset: 100001) { id } }', {}, 'notes.offset', '0 to 100000', 100_001],
    ['a negative offset', '{ notes(offset: -5) { id } }', {}, 'notes.offset', '0 to 100000', -5],
    [
      'a cursor made up',
      page,
      { after: 'bm9uc2Vuc2U=' },
      'notesConnection.after',
      'an endCursor of this connection',
      '12 characters',
    ],
    ['a cursor changed to go far', page, { after: cursor(500_000) }, 'notesConnection.after', '0 to 100000', 500_000],
    ['a filter too deep', filtered, where(11), 'notes.where', 'at most 20 levels', 21],
    [
      'a filter too wide',
      filtered,
      { where: { OR: Array.from({ length: 300 }, () => ({ title: { eq: 'a' } })) } },
      'notes.where',
      'at most 500 fields',
      501,
    ],
    [
      'a list too long in a filter',
      filtered,
      { where: { title: { in: Array.from({ length: 1_001 }, () => 'a') } } },
      'notes.where',
      'at most 1000 items in a list',
      1_001,
    ],
    [
      'a list too long to sort by',
      `{ notes(sort: [${'"a" '.repeat(1_001)}]) { id } }`,
      {},
      'notes.sort',
      'at most 1000 items in a list',
      1_001,
    ],
    [
      'a regular expression',
      '{ notes(where: {title: {matches: "(a+)+$"}}) { id } }',
      {},
      'notes.where.matches',
      'not offered',
      'a regular expression',
    ],
  ])('%s is refused', (_name, source, variables, field, bound, actual) => {
    expect(judge(source, variables)).toMatchObject({ code: 'BAD_USER_INPUT', details: { field, bound, actual } });
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['null for a limit', '{ notes(limit: null) { id } }', {}],
    ['a cursor as handed out', page, { after: cursor(99) }],
    ['a filter of ten levels', filtered, where(9)],
    ['1,000 ids', filtered, { where: { title: { in: Array.from({ length: 1_000 }, () => 'a') } } }],
  ])('%s is taken', (_name, source, variables) => {
    expect(judge(source, variables)).toHaveProperty('cost');
  });
});

describe('the cache of documents', () => {
  test('reads a document once', () => {
    expect(guard.documents.read('{ hello }')).toBe(guard.documents.read('{ hello }'));
  });

  test('does not keep more than it should', () => {
    const first = guard.documents.read('{ first: hello }');
    for (let i = 0; i < 500; i++) guard.documents.read(`{ a${i}: hello }`);
    expect(guard.documents.read('{ first: hello }')).not.toBe(first);
  });
});
