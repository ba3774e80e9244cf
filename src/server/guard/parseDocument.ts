import { type DocumentNode, GraphQLError, parse } from 'graphql';
import { checkShape } from './documentShape.ts';
import { LIMITS } from './limits.ts';
import { requireWithin, tooCostly } from './tooCostly.ts';

/**
 * Reads a document and checks everything about it that needs no schema. This comes before graphql-js validation on
 * purpose: several of its rules compare selections pairwise or recurse, so only a document of bounded shape may reach it.
 * @throws GraphQLError a syntax error
 * @throws OperationRefused OPERATION_TOO_COSTLY
 */
export function parseDocument(source: string): DocumentNode {
  requireWithin('characters', source.length);
  const document = parsed(source);
  checkShape(document);
  return document;
}

function parsed(source: string): DocumentNode {
  try {
    return parse(source, { maxTokens: LIMITS.tokens });
  } catch (error) {
    // The parser stops at the first token too many, so how many there are is not known.
    if (error instanceof GraphQLError && error.message.includes(`${LIMITS.tokens} tokens`)) {
      throw tooCostly('tokens', LIMITS.tokens + 1);
    }
    // The parser recurses: thousands of brackets within one another exhaust the stack before the shape can be looked at.
    if (error instanceof RangeError) throw tooCostly('nesting', LIMITS.nesting + 1);
    throw error;
  }
}
