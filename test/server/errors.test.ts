import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ERROR_CODES } from '../../src/errors.ts';
import { PROTOCOL_CODES } from '../../src/server/protocolCodes.ts';
import { connect, operate, type TestSocket } from './support/socket.ts';
import { post, startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let socket: TestSocket;
beforeAll(async () => {
  server = await startTestServer();
  socket = await connect(server);
});
afterAll(() => server.close());

/** The errors that an operation ends with, by each transport. */
const transports: [string, (query: string, variables?: Record<string, unknown>) => Promise<PublicError[]>][] = [
  ['HTTP', async (query, variables) => (await post(server, query, variables)).json.errors],
  [
    'WebSocket',
    async (query, variables) => {
      const messages = await operate(socket, query, variables);
      const withErrors = messages.find((message) => message.type === 'error' || message.payload?.errors);
      return withErrors?.type === 'error' ? withErrors.payload : withErrors?.payload.errors;
    },
  ],
];

interface PublicError {
  readonly message: string;
  readonly path?: unknown;
  readonly extensions: { readonly code: string; readonly details?: Record<string, unknown> };
}

describe.each(transports)('an error over %s', (_name, errorsOf) => {
  test.each<[string, string, string, unknown]>([
    [
      'a refusal, with its details',
      '{ fail(how: REFUSED) }',
      'VERSION_CONFLICT',
      { expectedVersion: 1, currentVersion: 2 },
    ],
    [
      'a bound',
      '{ fail(how: INPUT) }',
      'BAD_USER_INPUT',
      { field: 'tags[3]', bound: 'at most 128 bytes', actual: 200 },
    ],
    ['a known failure of another part', '{ fail(how: DATABASE) }', 'UNAVAILABLE', undefined],
    ['a syntax error', '{ hello', 'GRAPHQL_PARSE_FAILED', undefined],
    ['a field the schema has not', '{ helo }', 'GRAPHQL_VALIDATION_FAILED', undefined],
    [
      'an operation over a limit',
      '{ notes { relatedTo { relatedTo { id } } } }',
      'OPERATION_TOO_COSTLY',
      { limit: 'cost', bound: 5_000, actual: 71_359 },
    ],
    [
      'a page over the cap',
      '{ notes(limit: 201) { id } }',
      'BAD_USER_INPUT',
      { field: 'notes.limit', bound: '0 to 200', actual: 201 },
    ],
  ])('%s', async (_case, query, code, details) => {
    const [error, ...others] = await errorsOf(query);
    expect(others).toEqual([]);
    expect(error?.extensions).toEqual(details === undefined ? { code } : { code, details });
  });

  test.each<[string, string, unknown, Record<string, unknown>]>([
    ['missing', 'StoreInput!', undefined, { field: 'v', bound: 'a value of type StoreInput!', actual: 'none' }],
    ['null', 'StoreInput!', null, { field: 'v', bound: 'a value of type StoreInput!', actual: 'none' }],
    [
      'of another type inside',
      'StoreInput!',
      { title: 5 },
      { field: 'v.title', bound: 'String cannot represent a non string value: 5', actual: '5' },
    ],
    [
      'with a field too many',
      'StoreInput!',
      { title: 'a', secret: 1 },
      { field: 'v', bound: expect.stringContaining('is not defined') },
    ],
    ['without a required field', 'StoreInput!', {}, { field: 'v', bound: expect.stringContaining('was not provided') }],
  ])('a variable %s names field, bound and actual value', async (_case, type, value, details) => {
    const [error] = await errorsOf(`mutation($v: ${type}) { store(input: $v) { id } }`, { v: value });
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', details });
  });

  test('never repeats a huge value', async () => {
    const errors = await errorsOf('query($n: Int!) { big(kibibytes: $n) }', { n: 'x'.repeat(1_000_000) });
    expect(JSON.stringify(errors).length).toBeLessThan(3_000);
  });

  test.each([['UNKNOWN'], ['CODED'], ['THROWN_TEXT']])(
    'of a defect (%s) is masked and logged under its id',
    async (how) => {
      const [error] = await errorsOf(`{ fail(how: ${how}) }`);
      const errorId = error?.extensions.details?.['errorId'];
      expect(error).toEqual({
        message: `unexpected error ${String(errorId)}`,
        locations: expect.anything(),
        path: ['fail'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', details: { errorId } },
      });
      const logged = server.lines.find((line) => line['errorId'] === errorId) as { err: { stack: string } } | undefined;
      expect(logged?.err.stack).toContain(how === 'THROWN_TEXT' ? 'text' : 'secret');
    },
  );

  test('of a null where none may be is masked too', async () => {
    const [error] = await errorsOf('{ mustNotBeNull }');
    expect(error?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
  });

  test('suggests names, because the schema is public', async () => {
    expect((await errorsOf('{ helo }'))[0]?.message).toContain('Did you mean "hello"');
  });

  test('stops at twenty', async () => {
    expect(
      (await errorsOf(`{ ${Array.from({ length: 60 }, (_, i) => `no${i}`).join(' ')} }`)).length,
    ).toBeLessThanOrEqual(21);
  });
});

describe('a subscription', () => {
  test.each([
    ['that cannot start', 'subscription { failsToStart }', 'INTERNAL_SERVER_ERROR'],
    ['that breaks', 'subscription { failsLater(how: UNKNOWN) }', 'INTERNAL_SERVER_ERROR'],
    ['that is refused later', 'subscription { failsLater(how: REFUSED) }', 'VERSION_CONFLICT'],
    ['that loses its database', 'subscription { failsLater(how: DATABASE) }', 'UNAVAILABLE'],
  ])('%s tells no more than a query', async (_name, query, code) => {
    const messages = await operate(socket, query);
    const text = JSON.stringify(messages);
    expect(text).toContain(`"code":"${code}"`);
    expect(text).not.toMatch(/secret|MATCH|\.ts:/);
  });
});

test('no code is in both registries', () => {
  expect(Object.keys(PROTOCOL_CODES).filter((code) => code in ERROR_CODES)).toEqual([]);
});
