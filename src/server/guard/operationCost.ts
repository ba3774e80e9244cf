import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  type GraphQLField,
  type GraphQLSchema,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { checkFilter } from './filterBounds.ts';
import { fragmentsOf } from './fragments.ts';
import type { IntrospectionMeter } from './introspectionCost.ts';
import { type ListScope, sizeOf } from './listSizes.ts';
import { measureSelections, type Follow, type Measure } from './measure.ts';
import { type ArgumentValues, checkPage, isGenerated } from './pageBounds.ts';

/** Each root field is at least one statement of its own. */
const ROOT_FIELD = 10;
/** One object of an answer. */
const OBJECT = 1;
/** A plain value comes with its object. Under an alias it can be had over and over, so it counts like an object. */
const VALUE = 0.1;

/** What an operation asks for. */
export interface OperationMeasure {
  /** Objects an answer may hold, plus 0.1 for each plain value, plus 9 for each root field. */
  readonly cost: number;
  readonly depth: number;
  readonly introspection: Measure;
}

/**
 * Measures a valid operation with its variables, and holds the paging arguments and filters of generated lists to their
 * bounds on the way, because both need the same coerced arguments.
 * @returns null when the variables do not fit their types: execution refuses those before it runs anything
 * @throws OperationRefused BAD_USER_INPUT
 */
export function measureOperation(
  schema: GraphQLSchema,
  meter: IntrospectionMeter,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): OperationMeasure | null {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  const root = schema.getRootType(operation.operation);
  if (!coerced || !root) return null;
  const fragments = fragmentsOf(document);
  let introspection: Measure = { cost: 0, depth: 0 };

  const measureField = (
    node: FieldNode,
    follow: Follow<ListScope | null>,
    scope: ListScope | null,
    type?: string,
  ): Measure => {
    const atRoot = scope === null;
    const name = node.name.value;
    if (atRoot && name.startsWith('__') && node.selectionSet) {
      introspection = sum(introspection, meter.measure(node.selectionSet, fragments));
      return { cost: OBJECT, depth: 1 };
    }
    const field = fieldOf(schema, type, name);
    if (!field || isLeafType(getNamedType(field.type))) {
      return { cost: (atRoot ? ROOT_FIELD : 0) + (node.alias ? OBJECT : VALUE), depth: 1 };
    }
    const values = valuesOf(field, node, coerced);
    if (isGenerated(field)) checkGenerated(name, values);
    const { items, below } = sizeOf(field, values, scope ?? { handedDown: null, insideList: false });
    const inner = node.selectionSet
      ? follow(node.selectionSet, below, getNamedType(field.type).name)
      : { cost: 0, depth: 0 };
    return {
      cost: (atRoot ? ROOT_FIELD - OBJECT : 0) + Math.max(1, items) * (OBJECT + inner.cost),
      depth: 1 + inner.depth,
    };
  };
  const measured = measureSelections<ListScope | null>(
    operation.selectionSet,
    fragments,
    null,
    measureField,
    root.name,
  );
  return { ...measured, introspection };
}

function checkGenerated(name: string, values: ArgumentValues): void {
  checkPage(name, values);
  checkFilter(`${name}.where`, values['where']);
  checkFilter(`${name}.sort`, values['sort']);
}

function fieldOf(
  schema: GraphQLSchema,
  type: string | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  const parent = type === undefined ? undefined : schema.getType(type);
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
  const fields = parent.getFields();
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Values of the arguments, defaults filled in. A missing required one leaves none: execution refuses that field. */
function valuesOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  coerced: Record<string, unknown>,
): ArgumentValues {
  try {
    return getArgumentValues(field, node, coerced);
  } catch {
    return {};
  }
}

function sum(one: Measure, other: Measure): Measure {
  return { cost: one.cost + other.cost, depth: Math.max(one.depth, other.depth) };
}
