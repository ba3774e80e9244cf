import { type GraphQLField, getNullableType, isListType } from 'graphql';
import { ASSUMED_ITEMS, MOST_ITEMS } from './limits.ts';
import { type ArgumentValues, isGenerated } from './pageBounds.ts';

/** What a field needs to know from above to say how long its list may be. */
export interface ListScope {
  /** Size asked for on the field above, for the list right below it: `recall(input: {limit: 5}) { hits }`. */
  readonly handedDown: number | null;
  /** Whether this is already within a list. */
  readonly insideList: boolean;
}

/** How many items a field may answer with (1 when it is no list), and the scope of what is below it. */
export function sizeOf(
  field: GraphQLField<unknown, unknown>,
  values: ArgumentValues,
  scope: ListScope,
): { items: number; below: ListScope } {
  const asked = askedFor(values);
  const own = asked ?? (isGenerated(field) ? assumed(scope, ASSUMED_ITEMS.generated) : null);
  if (!isListType(getNullableType(field.type))) {
    return { items: 1, below: { handedDown: own, insideList: scope.insideList } };
  }
  const items = own ?? scope.handedDown ?? assumed(scope, ASSUMED_ITEMS.other);
  return { items, below: { handedDown: null, insideList: true } };
}

function assumed(scope: ListScope, inside: number): number {
  return scope.insideList ? inside : ASSUMED_ITEMS.outermost;
}

/** The size a request names: `limit`, `first`, `input.limit`, or one answer for each of its `inputs`. */
function askedFor(values: ArgumentValues): number | null {
  const { limit, first, input, inputs } = values;
  if (Array.isArray(inputs)) return clamped(inputs.length);
  const inner = typeof input === 'object' && input !== null && 'limit' in input ? input.limit : undefined;
  for (const size of [limit, first, inner]) if (typeof size === 'number') return clamped(size);
  return null;
}

function clamped(size: number): number {
  return Math.max(0, Math.min(size, MOST_ITEMS));
}
