import type { DocumentNode, GraphQLSchema, OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { createDocuments, type Documents } from './documents.ts';
import { fragmentsOf } from './fragments.ts';
import { createIntrospectionMeter } from './introspectionCost.ts';
import { LIMITS } from './limits.ts';
import { measureOperation } from './operationCost.ts';
import { rootFieldsOf } from './rootFields.ts';
import { requireWithin, tooCostly } from './tooCostly.ts';

/** What is known of an operation that may run. */
export interface OperationFacts {
  readonly type: OperationTypeNode;
  /** The name its author gave it; a GraphQL name, so without any character that means something in a log. */
  readonly name: string | null;
  /** Names of its root fields, each once. */
  readonly rootFields: readonly string[];
  /** What it asks for, in the unit of `LIMITS.cost`; published as `extensions.cost`. */
  readonly cost: number;
}

/**
 * Keeps operations within what one request may ask for.
 *
 * Threat: a document of a few kilobytes can stand for billions of fields (aliases, doubling fragments, nested lists,
 * circular introspection) or make the validator itself compare for seconds, on the one thread that serves everybody.
 * So each document passes, in this order: `documents.read` (shape, no schema, bounded before anything recurses),
 * graphql-js validation, and `judge` (variables resolved, lists multiplied, fragments measured once). HTTP and
 * WebSocket use this same object, so that neither is a way around the other.
 */
export interface Guard {
  readonly documents: Documents;
  /**
   * Judges a valid operation.
   * @throws OperationRefused OPERATION_TOO_COSTLY, or BAD_USER_INPUT for a list argument out of bounds
   */
  judge(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): OperationFacts;
}

/** Variables as the client sent them. */
export type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** A guard for one schema. */
export function createGuard(schema: GraphQLSchema): Guard {
  const meter = createIntrospectionMeter(schema);
  return {
    documents: createDocuments(schema),
    judge(document, operation, variables) {
      const rootFields = rootFieldsOf(operation, fragmentsOf(document));
      requireWithin('rootFields', rootFields.count);
      const measured = measureOperation(schema, meter, document, operation, variables ?? {});
      const cost = measured === null ? 0 : Math.ceil(measured.cost - 1e-6);
      if (measured !== null) {
        requireWithin('depth', measured.depth);
        requireWithin('introspectionDepth', measured.introspection.depth);
        requireWithin('cost', cost);
        // Scaled to the common bound, so that one number in the documentation holds for both.
        const share = measured.introspection.cost / meter.budget;
        if (share > 1) throw tooCostly('cost', share * LIMITS.cost);
      }
      return { type: operation.operation, name: operation.name?.value ?? null, rootFields: rootFields.names, cost };
    },
  };
}
