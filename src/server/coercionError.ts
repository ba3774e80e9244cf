import { type GraphQLError, Kind } from 'graphql';
import type { ErrorDetails } from '../errors.ts';

/** Longest piece of a client's own value that is said back to it. */
const SAID_BACK = 100;

/**
 * What is wrong with a variable, from the error that graphql-js makes of it. It has no code and no structure, only a
 * sentence, and one node: the definition of the variable.
 * @returns null for any other error
 */
export function coercionDetails(error: GraphQLError): ErrorDetails | null {
  const [node, ...others] = error.nodes ?? [];
  if (node?.kind !== Kind.VARIABLE_DEFINITION || others.length > 0) return null;
  const name = node.variable.name.value;
  const { message } = error;
  const missing = /^Variable "\$\w+" of (?:required|non-null) type "([^"]*)"/.exec(message);
  if (missing) return { field: name, bound: `a value of type ${missing[1]}`, actual: 'none' };
  const invalid = /^Variable "\$\w+" got invalid value ([\s\S]*?)(?: at "([^"]*)")?; ([^;]*)$/.exec(message);
  if (invalid) {
    const [, value = '', field = name, bound = ''] = invalid;
    return { field, bound: bound.slice(0, 2 * SAID_BACK), actual: value.slice(0, SAID_BACK) };
  }
  return message.startsWith('Variable "$') ? { field: name, bound: 'a value of its type', actual: 'another' } : null;
}
