import { randomUUID } from 'node:crypto';
import { mergeTypeDefs } from '@graphql-tools/merge';
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import { Neo4jGraphQL } from '@neo4j/graphql';
import {
  extendSchema,
  GraphQLInputObjectType,
  Kind,
  parse,
  visit,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { typeDefinitions } from '../generated/typeDefinitions.ts';
import { isAnswered } from './answered.ts';
import { DateTime } from './dateTime.ts';
import { isInHand } from './inHand.ts';
import { resolvers } from './resolvers.ts';

/** Everything that the library marks as deprecated or that asks about hidden rows (design §1 "It leaks by default"). */
const EXCLUDED = {
  mutationOperations: true,
  aggregationFilters: true,
  aggregationFiltersOutsideConnection: true,
  relationshipFilters: true,
  attributeFilters: true,
} as const;

/** Fields that the authorization filter names, so they must be filterable there, and must not be asked about by clients. */
const HIDDEN_FILTERS: ReadonlySet<string> = new Set(['readers', 'liveUntil']);

/** Builds the one schema that HTTP and WebSocket serve: generated reads and our operations over the same types. */
export async function publicSchema(): Promise<GraphQLSchema> {
  const document = storedDateTimes(mergeTypeDefs(typeDefinitions.map((text) => parse(text))));
  const library = new Neo4jGraphQL({
    typeDefs: document,
    resolvers: resolvers as never,
    features: {
      excludeDeprecatedFields: EXCLUDED,
      // Callers are known before the library is asked, so no token is ever checked with this key; without one it warns.
      authorization: { key: randomUUID() },
    },
  });
  return refine(withEventTypes(await library.getSchema(), document), plainTypes(document));
}

/** The library leaves out object types that no field names, such as an event that only its interface leads to. */
function withEventTypes(schema: GraphQLSchema, document: DocumentNode): GraphQLSchema {
  const definitions = document.definitions.filter(
    (node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION &&
      (node.interfaces?.length ?? 0) > 0 &&
      !schema.getType(node.name.value),
  );
  return definitions.length === 0 ? schema : extendSchema(schema, { kind: Kind.DOCUMENT, definitions });
}

/**
 * The database keeps local datetimes; the public name comes back in {@link refine}, but for LocalDateTimeAggregateSelection,
 * which the library knows its aggregates by.
 */
function storedDateTimes(document: DocumentNode): DocumentNode {
  return visit(document, {
    NamedType: (node) =>
      node.name.value === 'DateTime' ? { ...node, name: { kind: Kind.NAME, value: 'LocalDateTime' } } : undefined,
    ScalarTypeDefinition: (node) => (node.name.value === 'DateTime' ? null : undefined),
  });
}

/** Object types that are neither nodes nor relationships: what operations answer with, and values inside memories. */
function plainTypes(document: DocumentNode): ReadonlySet<string> {
  const stored = new Set(['node', 'relationshipProperties', 'jwt']);
  return new Set(
    document.definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION && !node.directives?.some(({ name }) => stored.has(name.value))
        ? [node.name.value]
        : [],
    ),
  );
}

function refine(schema: GraphQLSchema, plain: ReadonlySet<string>): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.SCALAR_TYPE]: (type) => (type.name === 'LocalDateTime' ? DateTime : undefined),
    [MapperKind.INPUT_OBJECT_TYPE]: (type) =>
      type.name.includes('LocalDateTime')
        ? new GraphQLInputObjectType({ ...type.toConfig(), name: publicName(type.name) })
        : undefined,
    [MapperKind.INPUT_OBJECT_FIELD]: (field, name, typeName) =>
      typeName === 'MemoryWhere' && HIDDEN_FILTERS.has(name) ? null : field,
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      const { resolve } = field;
      if (plain.has(typeName) && !OPERATIONS.has(typeName))
        return hasOwnResolver(typeName, name) ? field : { ...field, resolve: byName };
      if (typeName !== 'Memory' || !resolve || OWN_FIELDS.has(name)) return field;
      return {
        ...field,
        resolve: (source: unknown, args, context, info): unknown =>
          isInHand(source)
            ? source[name as keyof typeof source]
            : (resolve as (...all: unknown[]) => unknown)(source, args, context, info),
      };
    },
  });
}

const OPERATIONS: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

function hasOwnResolver(typeName: string, field: string): boolean {
  return field in ((resolvers as Readonly<Record<string, object>>)[typeName] ?? {});
}

/** The library's default looks for the client's alias first, which turns `score: tokens` into the score. */
const byName: GraphQLFieldResolver<object, unknown> = (source, _args, _context, info) =>
  isAnswered(source) ? source[info.path.key] : (source as Readonly<Record<string, unknown>>)[info.fieldName];

/** Fields whose resolvers are ours and know a memory in hand. */
const OWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(resolvers.Memory));

function publicName(name: string): string {
  return name.replace('LocalDateTime', 'DateTime');
}
