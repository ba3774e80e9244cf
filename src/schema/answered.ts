/**
 * Marks what a delegated query answered: its values stand under the names that the client chose, at every depth, so our
 * resolvers must hand them on and not work them out again.
 */
const ANSWERED = Symbol('answered by a delegated query');

/** Marks an answer and everything in it; answers it. */
export function markAnswered<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || ANSWERED in value) return value;
  if (Array.isArray(value)) {
    value.forEach(markAnswered);
    return value;
  }
  Object.defineProperty(value, ANSWERED, { value: true });
  Object.values(value).forEach(markAnswered);
  return value;
}

/** Tells an answer from a memory or link that our resolvers must read. */
export function isAnswered(source: object): source is Readonly<Record<string | number, unknown>> {
  return ANSWERED in source;
}
