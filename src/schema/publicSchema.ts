import { randomUUID } from 'node:crypto';
import { mergeTypeDefs } from '@graphql-tools/merge';
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import { Neo4jGraphQL } from '@neo4j/graphql';
import {
  extendSchema,
  GraphQLInputObjectType,
  GraphQLObjectType,
  Kind,
  parse,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { typeDefinitions } from '../generated/typeDefinitions.ts';
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
  return refine(withEventTypes(await library.getSchema(), document));
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

/** The database keeps local datetimes; the public name comes back in {@link refine}. */
function storedDateTimes(document: DocumentNode): DocumentNode {
  return visit(document, {
    NamedType: (node) =>
      node.name.value === 'DateTime' ? { ...node, name: { kind: Kind.NAME, value: 'LocalDateTime' } } : undefined,
    ScalarTypeDefinition: (node) => (node.name.value === 'DateTime' ? null : undefined),
  });
}

function refine(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.SCALAR_TYPE]: (type) => (type.name === 'LocalDateTime' ? DateTime : undefined),
    [MapperKind.INPUT_OBJECT_TYPE]: (type) =>
      type.name.includes('LocalDateTime')
        ? new GraphQLInputObjectType({ ...type.toConfig(), name: publicName(type.name) })
        : undefined,
    [MapperKind.OBJECT_TYPE]: (type) =>
      type.name.includes('LocalDateTime')
        ? new GraphQLObjectType({ ...type.toConfig(), name: publicName(type.name) })
        : undefined,
    [MapperKind.INPUT_OBJECT_FIELD]: (field, name, typeName) =>
      typeName === 'MemoryWhere' && HIDDEN_FILTERS.has(name) ? null : field,
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      const { resolve } = field;
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

/** Fields whose resolvers are ours and know a memory in hand. */
const OWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(resolvers.Memory));

function publicName(name: string): string {
  return name.replace('LocalDateTime', 'DateTime');
}
