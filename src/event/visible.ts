import { badUserInput } from '../errors.ts';
import { mayRead, type Reader } from '../governance/audience.ts';
import { namespaceSchema } from '../memory/bounds.ts';
import { isWithin } from '../namespace/path.ts';
import type { OutboxEvent } from './outboxEvent.ts';

/** What a subscriber asked for, and what it may see. */
export interface EventFilter {
  readonly reader: Reader;
  readonly types: ReadonlySet<string>;
  /** Root of the subtree, or null for everywhere. */
  readonly namespace: string | null;
}

/** Whether a subscriber gets an event: its type and place were asked for, and both sets of readers hold the subscriber. */
export function isVisible(event: OutboxEvent, { reader, types, namespace }: EventFilter): boolean {
  return (
    types.has(event.type) &&
    (namespace === null || isWithin(event.namespace, namespace)) &&
    mayRead(reader, event.readers) &&
    (event.otherReaders === null || mayRead(reader, event.otherReaders))
  );
}

/**
 * The namespace argument of a subscription; null for everywhere.
 * @throws OperationRefused BAD_USER_INPUT for a malformed path
 */
export function checkedNamespace(namespace: string | null | undefined): string | null {
  if (namespace === null || namespace === undefined) return null;
  const parsed = namespaceSchema.safeParse(namespace);
  if (parsed.success) return parsed.data;
  throw badUserInput('namespace', parsed.error.issues[0]?.message ?? 'a namespace', `${namespace.length} characters`);
}
