import { parseInput } from '../pipeline/parseInput.ts';
import type { DeltaFields } from '../hook/wire/memoryDelta.ts';
import { atomsOf } from './atoms.ts';
import type { Memory } from './memory.ts';
import { storeInputSchema, type StoreInput } from './storeInput.ts';

/** An atom before it is stored: a checked input of a store. */
export type AtomDraft = StoreInput;

const MOST_CHARACTERS = 512;

/**
 * The atoms of a memory as stores: kind, namespace, scope, readers, tier, tags and confidence are the parent's, the
 * source span is the range of bytes in its content. They were known when the parent was, so questions about a time
 * find them where they found it.
 * @param edits what hooks made of them, by their place
 * @throws OperationRefused BAD_USER_INPUT when the memory cannot be divided so, or a hook broke a bound
 */
export function draftAtoms(
  parent: Memory,
  maxAtomTokens: number,
  edits: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): AtomDraft[] {
  return atomsOf(parent.content, maxAtomTokens).map(({ text, start, end }, place) =>
    parseInput(storeInputSchema, {
      title: numbered(parent.title, place + 1),
      content: text,
      namespace: parent.namespace,
      tier: parent.tier,
      kind: parent.memoryKind,
      tags: parent.tags,
      priority: parent.priority,
      confidence: parent.confidence,
      source: parent.source,
      scope: parent.scope,
      targetAgentId: parent.targetAgentId,
      sourceUri: parent.sourceUri,
      createdAt: new Date(parent.createdAt),
      expiresAt: parent.expiresAt === null ? null : new Date(parent.expiresAt),
      ...edits[place],
      sourceSpan: { start, end },
    }),
  );
}

/** What a hook may change of an atom: what it says, not where it lies nor who reads it. */
export function atomEdit({
  title,
  content,
  tags,
  priority,
  confidence,
  metadata,
}: DeltaFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ title, content, tags, priority, confidence, metadata }).filter(([, value]) => value != null),
  );
}

/** `Title [3]`, cut where the whole would be too long. */
function numbered(title: string, number: number): string {
  const suffix = ` [${number}]`;
  return (
    Array.from(title)
      .slice(0, MOST_CHARACTERS - suffix.length)
      .join('') + suffix
  );
}
