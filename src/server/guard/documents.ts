import type { GraphQLError } from 'graphql';
import { type DocumentNode, type GraphQLSchema, specifiedRules, validate } from 'graphql';
import { aliasRule } from './aliasRule.ts';
import { parseDocument } from './parseDocument.ts';

const RULES = [...specifiedRules, aliasRule];
/** Documents kept. A client sends few different ones; a hostile one only pushes out entries of the same price. */
const KEPT = 500;

/** Documents as read and judged before, so that a repeated one costs a look-up. */
export interface Documents {
  /**
   * The document, read and within the limits of {@link parseDocument}.
   * @throws GraphQLError a syntax error
   * @throws OperationRefused OPERATION_TOO_COSTLY
   */
  read(source: string): DocumentNode;
  /** What graphql-js, and {@link aliasRule}, find wrong with it, at most 20 errors; empty for a valid document. */
  errorsOf(document: DocumentNode): readonly GraphQLError[];
}

/** Most errors reported about one document. */
export const MOST_ERRORS = 20;

/** A bounded cache of documents for one schema: the least recently used one leaves. */
export function createDocuments(schema: GraphQLSchema): Documents {
  const read = new Map<string, DocumentNode>();
  const judged = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  return {
    read(source) {
      const document = read.get(source) ?? parseDocument(source);
      read.delete(source);
      read.set(source, document);
      const oldest = read.size > KEPT ? read.keys().next().value : undefined;
      if (oldest !== undefined) read.delete(oldest);
      return document;
    },
    errorsOf(document) {
      let errors = judged.get(document);
      if (errors === undefined) {
        errors = validate(schema, document, RULES, { maxErrors: MOST_ERRORS }).slice(0, MOST_ERRORS);
        judged.set(document, errors);
      }
      return errors;
    },
  };
}
