import type { z } from 'zod';
import { badUserInput } from '../errors.ts';

/**
 * Checks an input and gives it its types.
 * @throws OperationRefused BAD_USER_INPUT naming the first field that breaks a bound, the bound, and the value or size
 */
export function parseInput<Output>(schema: z.ZodType<Output>, raw: unknown): Output {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (!issue) throw badUserInput('input', 'valid', 'something else');
  const actual = 'params' in issue ? (issue.params as { actual?: unknown })?.actual : undefined;
  throw badUserInput(fieldName(issue.path), issue.message, actual ?? kindOf(valueAt(raw, issue.path)));
}

/** `['tags', 3]` → `tags[3]`. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`),
    '',
  );
  return name || 'input';
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value === null || typeof value !== 'object' ? undefined : (value as never)[part]),
    raw,
  );
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string' && value.length <= 64) return value;
  return Array.isArray(value) ? `${value.length} entries` : typeof value;
}
