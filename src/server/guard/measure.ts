import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import type { Fragments } from './fragments.ts';
import { requireWithin } from './tooCostly.ts';

/** How much selections ask for. */
export interface Measure {
  /** In the units of the meter that made it. */
  readonly cost: number;
  /** Fields within one another. */
  readonly depth: number;
}

/** Measures selections once more, in the scope named. */
export type Follow<Scope> = (selections: SelectionSetNode, scope: Scope, typeCondition?: string) => Measure;

/** What one field asks for; `follow` measures what is selected below it. */
export type MeasureField<Scope> = (field: FieldNode, follow: Follow<Scope>, scope: Scope, type?: string) => Measure;

/**
 * Measures selections, fragments followed. Each fragment is measured once a scope, so doubling fragments (2ⁿ fields when
 * written out) take n steps; one that reaches itself counts as nothing, validation refuses it.
 * Costs add up, depth is that of the deepest. `@skip` and `@include` are not looked at: what could be asked for counts.
 * @param scope what `measureField` needs to know from above; scopes that print alike are alike
 * @param typeCondition name of the type selected on, handed on to `measureField`
 * @throws OperationRefused OPERATION_TOO_COSTLY when measuring itself takes too many steps
 */
export function measureSelections<Scope>(
  selections: SelectionSetNode,
  fragments: Fragments,
  scope: Scope,
  measureField: MeasureField<Scope>,
  typeCondition?: string,
): Measure {
  const known = new Map<string, Measure>();
  let looked = 0;
  const follow: Follow<Scope> = (set, within, type) => {
    let cost = 0;
    let depth = 0;
    for (const selection of set.selections) {
      requireWithin('measuredFields', ++looked);
      const measured =
        selection.kind === Kind.FIELD
          ? measureField(selection, follow, within, type)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? follow(selection.selectionSet, within, selection.typeCondition?.name.value ?? type)
            : followSpread(selection.name.value, within);
      cost += measured.cost;
      depth = Math.max(depth, measured.depth);
    }
    return { cost, depth };
  };
  const followSpread = (name: string, within: Scope): Measure => {
    const fragment = fragments.get(name);
    const key = `${name} ${JSON.stringify(within)}`;
    const before = known.get(key);
    if (before !== undefined || fragment === undefined) return before ?? { cost: 0, depth: 0 };
    known.set(key, { cost: 0, depth: 0 });
    const measured = follow(fragment.selectionSet, within, fragment.typeCondition.name.value);
    known.set(key, measured);
    return measured;
  };
  return follow(selections, scope, typeCondition);
}
