/**
 * JSON that tells of memories, without the text of those that are purged: a memory (an object with the id and a title or
 * content) becomes null, as readers of events and answers know it from one that is gone. The input of a queued change of one
 * keeps nothing but the id.
 * @param ids of the purged memories
 */
export function withoutText(json: string, ids: ReadonlySet<string>): string {
  const value = JSON.parse(json) as unknown;
  return JSON.stringify(isChangeOf(value, ids) ? { id: value.id } : scrubbed(value, ids));
}

function scrubbed(value: unknown, ids: ReadonlySet<string>): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((inner) => scrubbed(inner, ids));
  if (isMemory(value, ids)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, scrubbed(inner, ids)]));
}

function isMemory(value: object, ids: ReadonlySet<string>): boolean {
  return 'id' in value && ids.has(value.id as string) && ('title' in value || 'content' in value);
}

/** The input of `updateMemory` (src/memory/update.ts): the id, and the new text beside it. */
function isChangeOf(value: unknown, ids: ReadonlySet<string>): value is { id: string } {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'fields' in value && ids.has(value.id as string)
  );
}
