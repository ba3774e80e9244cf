import {
  getIntrospectionQuery,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { measureSelections, type Measure } from './measure.ts';
import { fragmentsOf, type Fragments } from './fragments.ts';

/** How long the lists of the introspection schema are, on average, in one schema. */
type ListLengths = ReadonlyMap<string, number>;

/** Measures selections below `__schema` and `__type`, which have a budget of their own. */
export interface IntrospectionMeter {
  measure(selections: SelectionSetNode, fragments: Fragments): Measure;
  /** Twice what the standard introspection query costs, with all its options. */
  readonly budget: number;
}

/** A meter calibrated on the schema itself, so that GraphiQL always passes and not much more does. */
export function createIntrospectionMeter(schema: GraphQLSchema): IntrospectionMeter {
  const lengths = listLengths(schema);
  const measure = (selections: SelectionSetNode, fragments: Fragments): Measure =>
    measureSelections(selections, fragments, '', (field, follow) => {
      const inner = field.selectionSet ? follow(field.selectionSet, '') : { cost: 0, depth: 0 };
      return { cost: (lengths.get(field.name.value) ?? 1) * (1 + inner.cost), depth: 1 + inner.depth };
    });
  const standard = parse(
    getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const [operation] = standard.definitions;
  if (operation?.kind !== 'OperationDefinition') throw new Error('the introspection query has no operation');
  return { measure, budget: 2 * measure(operation.selectionSet, fragmentsOf(standard)).cost };
}

function listLengths(schema: GraphQLSchema): ListLengths {
  const types = Object.values(schema.getTypeMap());
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = withFields.flatMap((type) => Object.values(type.getFields()));
  return new Map([
    ['types', types.length],
    ['directives', schema.getDirectives().length],
    ['fields', mean(fields.length, withFields.length)],
    [
      'args',
      mean(
        fields.reduce((sum, field) => sum + field.args.length, 0),
        fields.length,
      ),
    ],
    ['inputFields', meanOf(types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length))],
    ['enumValues', meanOf(types.filter(isEnumType).map((type) => type.getValues().length))],
    ['interfaces', meanOf(withFields.map((type) => type.getInterfaces().length))],
    ['possibleTypes', meanOf(types.filter(isInterfaceType).map((type) => schema.getPossibleTypes(type).length))],
  ]);
}

function meanOf(counts: readonly number[]): number {
  return mean(
    counts.reduce((sum, count) => sum + count, 0),
    counts.length,
  );
}

function mean(sum: number, count: number): number {
  return Math.max(1, Math.ceil(sum / Math.max(1, count)));
}
