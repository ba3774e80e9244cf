import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';

/** A JSON value. Its bounds are checked where it is used (metadata: 65,536 bytes, 32 levels). */
export const JSONValue = new GraphQLScalarType({
  name: 'JSON',
  description: 'A JSON value. Numbers must be finite; objects may nest at most 32 deep.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => fromLiteral(node, variables ?? {}),
});

function fromLiteral(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((value) => fromLiteral(value, variables));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, fromLiteral(value, variables)]));
    case Kind.VARIABLE:
      return variables[node.name.value];
    default:
      throw new GraphQLError(`${node.kind} is not JSON`);
  }
}
