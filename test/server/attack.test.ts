import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, operate } from './support/socket.ts';
import { processorMs } from './support/cpu.ts';
import { post, send, startTestServer, type TestServer } from './support/server.ts';

/**
 * Known attacks on GraphQL servers (models: graphql-cop, Damn Vulnerable GraphQL Application, OWASP cheat sheet,
 * GHSA-mfj6-6p54-m98c, graphql-armor#823, metagraphed#1402), over each transport. Each must end in a code, in bounded
 * time, without a resolver having run, and the server must answer afterwards.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');
const doubling = (levels: number) =>
  `{ note(id: 1) { ...F0 } } ${times(levels, (i) => `fragment F${i} on Note { a: note { ...F${i + 1} } b: note { ...F${i + 1} } }`)} fragment F${levels} on Note { id }`;
const merging = (width: number, levels: number): string =>
  levels === 0 ? 'id' : times(width, () => `note { ${merging(width, levels - 1)} }`);

const attacks: [string, string, Record<string, unknown>?][] = [
  ['alias overload', `{ ${times(1_000, (i) => `a${i}: hello`)} }`],
  ['field duplication', `{ ${'hello '.repeat(14_000)} }`],
  ['field duplication, merging', `{ note(id: 1) { ${merging(8, 3)} } }`],
  ['field duplication, merging pairs at each level', `{ note(id: 1) { ${merging(2, 8)} } }`],
  ['directive overload', `{ hello ${'@skip(if: false) '.repeat(2_000)} }`],
  ['unknown directives', `{ hello ${times(2_000, (i) => `@d${i}`)} }`],
  ['deep recursion', `{ ${'note(id: 1) { '.repeat(3_000)} id ${'} '.repeat(3_001)}`],
  ['circular fragments', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['a fragment of itself', '{ ...A } fragment A on Query { ...A }'],
  ['exponential fragments', doubling(26)],
  ['exponential fragments, as many as fit', doubling(150)],
  [
    'depth hidden in fragments',
    `{ note(id: 1) { ...F0 } } ${times(50, (i) => `fragment F${i} on Note { note { ...F${i + 1} } }`)} fragment F50 on Note { id }`,
  ],
  [
    'a fragment named __schema',
    `{ ...__schema } fragment __schema on Query { note(id: 1) { ${'note { '.repeat(20)} id ${'} '.repeat(20)} } }`,
  ],
  ['circular introspection', `{ __schema { types { ${'fields { type { '.repeat(12)} name ${'} } '.repeat(12)} } } }`],
  [
    'wide introspection',
    `{ __schema { types { ${times(150, (i) => `a${i}: fields { type { fields { name } } }`)} } } }`,
  ],
  ['huge literal', `{ note(id: "${'x'.repeat(200_000)}") { id } }`],
  ['huge list', `{ notes(where: {title: {in: [${'"a" '.repeat(14_000)}]}}) { id } }`],
  [
    'huge variable list',
    'query($v: [String!]) { notes(where: {title: {in: $v}}) { id } }',
    { v: Array.from({ length: 100_000 }, () => 'a') },
  ],
  ['huge page', 'query($n: Int) { notes(limit: $n) { relatedTo(limit: $n) { id } } }', { n: 1e6 }],
  ['nested lists', '{ notes(limit: 200) { relatedTo(limit: 200) { id } } }'],
  ['NaN for a number', 'query($n: Int) { notes(limit: $n) { id } }', { n: 'NaN' }],
  ['a number beyond 32 bits', 'query($n: Int) { notes(limit: $n) { id } }', { n: 1e300 }],
  ['deep filter', `{ notes(where: ${'{OR: ['.repeat(40)}{title: {eq: "a"}}${']}'.repeat(40)}) { id } }`],
  [
    'deep filter in a variable',
    'query($w: NoteWhere) { notes(where: $w) { id } }',
    { w: Array.from({ length: 25 }).reduce<object>((inner) => ({ AND: [inner] }), {}) },
  ],
  ['regular expression', '{ notes(where: {title: {matches: "(a|a)*$"}}) { id } }'],
  ['brackets without end', `{ notes(where: ${'['.repeat(14_900)}`],
  ['many operations', times(3_000, (i) => `query Q${i} { hello }`)],
  ['many variables', `query(${times(3_000, (i) => `$v${i}: Int`)}) { hello }`],
  ['many errors', `{ ${times(5_000, (i) => `no${i}`)} }`],
  ['comments without end', `${'#\n'.repeat(60_000)}{ ${'hello '.repeat(1_000)} }`],
  ['NUL in the document', '{ hello \u0000 }'],
  ['unpaired surrogate in the document', '{ hello \ud800 }'],
];

/** Of processor time, client and server. Generous for slow machines: most take some milliseconds, the worst about 200. */
const BOUND_MS = 1_500;

describe.each<
  [string, (query: string, variables?: Record<string, unknown>) => Promise<{ codes: string[]; size: number }>]
>([
  [
    'HTTP',
    async (query, variables) => {
      const answer = await post(server, query, variables);
      expect(answer.status).toBe(400);
      return { codes: codesOf(answer.json.errors), size: answer.text.length };
    },
  ],
  [
    'WebSocket',
    async (query, variables) => {
      const socket = await connect(server);
      const [message] = await operate(socket, query, variables);
      socket.socket.close();
      return { codes: codesOf(message?.payload.errors ?? message?.payload), size: JSON.stringify(message).length };
    },
  ],
])('over %s', (_transport, attack) => {
  // Only names in the table: it prints its rows.
  test.each(attacks.map(([name], index) => [name, index] as const))('%s', async (_name, index) => {
    const [, query, variables] = attacks[index] ?? ['', ''];
    const { resolved } = server.stage;
    let answer = { codes: [] as string[], size: 0 };
    const spent = await processorMs(async () => (answer = await attack(query, variables)));
    const { codes, size } = answer;
    expect(spent).toBeLessThan(BOUND_MS);
    expect(codes.length).toBeGreaterThan(0);
    expect(
      codes.filter((code) => !/^(OPERATION_TOO_COSTLY|BAD_USER_INPUT|GRAPHQL_(PARSE|VALIDATION)_FAILED)$/.test(code)),
    ).toEqual([]);
    expect(size).toBeLessThan(20_000);
    expect(server.stage.resolved).toBe(resolved);
    expect((await post(server, '{ hello }')).json.data).toEqual({ hello: 'world' });
  });
});

test('an array of operations runs none of them', async () => {
  const { resolved } = server.stage;
  const body = JSON.stringify(Array.from({ length: 1_000 }, () => ({ query: '{ hello }' })));
  const answer = await send(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect([answer.status, codesOf(answer.json.errors), server.stage.resolved]).toEqual([400, ['BAD_REQUEST'], resolved]);
});

test('a flood of refused operations on one socket does not keep others waiting', async () => {
  const flood = await connect(server);
  for (let i = 0; i < 300; i++) flood.send({ id: `${i}`, type: 'subscribe', payload: { query: doubling(26) } });
  expect(await processorMs(() => post(server, '{ hello }'))).toBeLessThan(2 * BOUND_MS);
  flood.socket.terminate();
});

function codesOf(errors: { extensions: { code: string } }[]): string[] {
  return errors.map(({ extensions }) => extensions.code);
}
