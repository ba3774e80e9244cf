import { makeExecutableSchema } from '@graphql-tools/schema';
import { badUserInput, OperationRefused } from '../../../src/errors.ts';
import type { Principal } from '../../../src/agent/principal.ts';
import type { RequestInfo, ServerContext } from '../../../src/server/serverContext.ts';

/** What resolvers of the small schema get. */
export interface TestContext extends ServerContext {
  readonly principal: Principal;
  readonly info: RequestInfo;
  /** Counts the contexts of one server. */
  readonly number: number;
  wrote(bookmark: string): void;
}

/** Signals between a test and the resolvers it waits for. */
export interface Stage {
  /** Resolves the `slow` fields that wait. */
  release: () => void;
  readonly released: Promise<void>;
  /** Subscriptions whose iterator was returned. */
  returned: number;
  /** How many operations reached a resolver. */
  resolved: number;
}

/** A stage whose slow fields wait. */
export function createStage(): Stage {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return { release, released, returned: 0, resolved: 0 };
}

/** A small schema with the shapes that matter: generated lists, sized operations, every way to fail. */
const typeDefs = /* GraphQL */ `
  scalar JSON
  type Note {
    id: ID!
    title: String!
    content: String!
    tags: [String!]!
    relatedTo(limit: Int, offset: Int, where: NoteWhere): [Note!]!
    relatedToConnection(first: Int, after: String, where: NoteWhere): NoteConnection!
    links: [Link!]!
    note: Note
  }
  type Link {
    relation: String!
    target: Note
  }
  type NoteConnection {
    edges: [NoteEdge!]!
    totalCount: Int!
  }
  type NoteEdge {
    node: Note!
  }
  input TextFilter {
    eq: String
    in: [String!]
    matches: String
  }
  input NoteWhere {
    AND: [NoteWhere!]
    OR: [NoteWhere!]
    title: TextFilter
  }
  input RecallInput {
    query: String!
    limit: Int = 10
  }
  input StoreInput {
    title: String!
    content: String = ""
    metadata: JSON
  }
  type RecallResult {
    hits: [Hit!]!
  }
  type Hit {
    note: Note!
    score: Float!
  }
  type StoreResult {
    index: Int!
    note: Note
  }
  type StoreManyPayload {
    results: [StoreResult!]!
  }
  enum Failure {
    REFUSED
    INPUT
    UNKNOWN
    CODED
    DATABASE
    THROWN_TEXT
  }
  type Query {
    hello: String!
    whoami: String!
    notes(limit: Int, offset: Int, where: NoteWhere, sort: [String!]): [Note!]!
    notesConnection(first: Int, after: String, where: NoteWhere): NoteConnection!
    note(id: ID!): Note
    recall(input: RecallInput!): RecallResult!
    subgraph(limit: Int = 200): RecallResult!
    fail(how: Failure!): String
    mustNotBeNull: String!
    slow: String!
    big(kibibytes: Int!): String!
    echo(value: JSON): JSON
    received: [String!]!
  }
  type Mutation {
    store(input: StoreInput!): Note!
    storeMany(inputs: [StoreInput!]!): StoreManyPayload!
  }
  type Subscription {
    count(to: Int!): Int!
    forever: Int!
    quiet: Int!
    contexts(to: Int!): String!
    failsToStart: Int!
    failsLater(how: Failure!): Int!
  }
`;

function fail(how: string): never {
  if (how === 'REFUSED')
    throw new OperationRefused('VERSION_CONFLICT', 'it changed', { expectedVersion: 1, currentVersion: 2 });
  if (how === 'INPUT') throw badUserInput('tags[3]', 'at most 128 bytes', 200);
  if (how === 'DATABASE') throw Object.assign(new Error('MATCH (m:Secret) timed out'), { code: 'ServiceUnavailable' });
  if (how === 'CODED') throw Object.assign(new Error('secret with a code'), { extensions: { code: 'BAD_REQUEST' } });
  if (how === 'THROWN_TEXT') throw 'secret text';
  throw new Error('secret: MATCH (m:Memory) RETURN m');
}

/** A source that never has an event, like one that waits for an outbox. */
function quiet(returned: () => void): AsyncIterableIterator<number> {
  return {
    next: () => new Promise(() => {}),
    async return() {
      returned();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The schema; its resolvers report to the stage. */
export function testSchema(stage: Stage) {
  const note = (id: string) => ({
    id,
    title: `note ${id}`,
    content: 'c',
    tags: [],
    relatedTo: [],
    links: [],
    note: null,
  });
  const reached = <T>(value: T): T => {
    stage.resolved += 1;
    return value;
  };
  async function* counting(to: number) {
    for (let count = 1; count <= to; count++) yield count;
  }
  async function* forever(value: unknown, everyMs: number) {
    try {
      for (;;) {
        yield value;
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    } finally {
      stage.returned += 1;
    }
  }
  return makeExecutableSchema<TestContext>({
    typeDefs,
    resolvers: {
      Query: {
        hello: () => reached('world'),
        whoami: (_source, _args, { principal: p }) => `${p.agentId} ${p.home} ${p.roles.join('+')}`,
        notes: () => reached([note('1')]),
        notesConnection: () => reached({ edges: [], totalCount: 0 }),
        note: (_source, { id }: { id: string }) => reached(note(id)),
        recall: () => reached({ hits: [] }),
        subgraph: () => reached({ hits: [] }),
        fail: (_source, { how }: { how: string }) => fail(how),
        mustNotBeNull: () => null,
        slow: async () => {
          reached(null);
          await stage.released;
          return 'done';
        },
        big: (_source, { kibibytes }: { kibibytes: number }) => 'x'.repeat(1024 * kibibytes),
        echo: (_source, { value }: { value: unknown }) => value,
        received: (_source, _args, { info }) => info.bookmarks,
      },
      Mutation: {
        store: (_source, _args, context) => {
          context.wrote('FB:new');
          return reached(note('1'));
        },
        storeMany: (_source, { inputs }: { inputs: unknown[] }) =>
          reached({ results: inputs.map((_, index) => ({ index })) }),
      },
      Subscription: {
        count: { subscribe: (_source, { to }: { to: number }) => counting(to), resolve: (count: number) => count },
        forever: { subscribe: () => forever(1, 5), resolve: (count: number) => count },
        quiet: { subscribe: () => quiet(() => (stage.returned += 1)) },
        contexts: {
          subscribe: (_source, { to }: { to: number }) => counting(to),
          resolve: (_count: number, _args: unknown, { number }) => String(number),
        },
        failsToStart: { subscribe: () => fail('UNKNOWN') },
        failsLater: {
          async *subscribe(_source: unknown, { how }: { how: string }) {
            yield 1;
            fail(how);
          },
          resolve: (count: number) => count,
        },
      },
    },
  });
}
