import type { OperationDefinitionNode } from 'graphql';
import type { Fragments } from './fragments.ts';
import { measureSelections } from './measure.ts';

/** What an operation enters the schema by. */
export interface RootFields {
  /** Field names, each once. */
  readonly names: readonly string[];
  /** How many selections there are, each alias for itself. */
  readonly count: number;
}

/** The root fields of an operation, fragments followed. */
export function rootFieldsOf(operation: OperationDefinitionNode, fragments: Fragments): RootFields {
  const names = new Set<string>();
  const { cost: count } = measureSelections(operation.selectionSet, fragments, '', (field) => {
    names.add(field.name.value);
    return { cost: 1, depth: 1 };
  });
  return { names: [...names], count };
}
