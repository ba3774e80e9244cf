import { badUserInput, type OperationRefused } from '../../errors.ts';
import { LIMITS } from './limits.ts';

/**
 * Holds a generated `where` or `sort` to its bounds: they become one Cypher predicate each, and deep or wide ones
 * exhaust the database's memory (neo4j/graphql#2032, #3247).
 * @param path name of the argument, the beginning of `details.field`
 * @throws OperationRefused BAD_USER_INPUT
 */
export function checkFilter(path: string, filter: unknown): void {
  let fields = 0;
  const waiting: { value: unknown; depth: number }[] = [{ value: filter, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > LIMITS.filterDepth) throw over(path, 'levels', LIMITS.filterDepth, depth);
    if (Array.isArray(value) && value.length > LIMITS.filterListItems) {
      throw over(path, 'items in a list', LIMITS.filterListItems, value.length);
    }
    if (!Array.isArray(value)) {
      fields += Object.keys(value).length;
      if (fields > LIMITS.filterFields) throw over(path, 'fields', LIMITS.filterFields, fields);
      // A regular expression of the caller's choice can keep the database busy for minutes.
      if (Object.hasOwn(value, 'matches')) throw badUserInput(`${path}.matches`, 'not offered', 'a regular expression');
    }
    for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 });
  }
}

function over(path: string, what: string, most: number, actual: number): OperationRefused {
  return badUserInput(path, `at most ${most} ${what}`, actual);
}
