import { fromIso, integer } from '../database/values.ts';
import { SIGNED_MEMORY_FIELDS } from '../signature/canonical.ts';
import { UNSIGNED } from '../signature/attest.ts';
import { derivedProperties, storedAttestLevel, type MemoryRecord } from './record.ts';
import type { Memory } from './memory.ts';

/** A memory before and after a change, and the names of the fields that differ. */
export interface Change {
  readonly before: Memory;
  readonly after: Memory;
  readonly changed: readonly (keyof Memory)[];
}

const SIGNED: ReadonlySet<keyof Memory> = new Set(SIGNED_MEMORY_FIELDS);

/** Works out a change; `updatedAt` and `version` follow from there being one. What changes a signed field is unsigned. */
export function changeOf(before: Memory, fields: Partial<Memory>, now: Date): Change {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined) as [keyof Memory, unknown][];
  const changed = given
    .filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
    .map(([name]) => name);
  const unsigns = before.signature !== null && changed.some((name) => SIGNED.has(name));
  if (unsigns) changed.push('signature', 'attestLevel', 'signedBy');
  const after: Memory = {
    ...before,
    ...Object.fromEntries(given),
    ...(unsigns ? UNSIGNED : {}),
    updatedAt: now.toISOString(),
    version: before.version + 1,
  };
  return { before, after, changed };
}

const INSTANTS: ReadonlySet<keyof Memory> = new Set(['expiresAt', 'confidenceDecayedAt']);
const INTEGERS: ReadonlySet<keyof Memory> = new Set(['priority', 'reflectionDepth', 'personaVersion']);

/**
 * The properties to set for a change: only what it changes and what follows from that, so that a touch meanwhile
 * (access counts, a longer life) is not undone.
 */
export function changedProperties({ before, after, changed }: Change): MemoryRecord {
  const properties: Record<string, unknown> = {
    updatedAt: fromIso(after.updatedAt),
    version: integer(after.version),
  };
  for (const name of changed) Object.assign(properties, propertyOf(name, after));
  const was = derivedProperties(before) as Record<string, unknown>;
  for (const [name, value] of Object.entries(derivedProperties(after))) {
    if (String(was[name]) !== String(value)) properties[name] = value;
  }
  return properties;
}

function propertyOf(name: keyof Memory, after: Memory): Record<string, unknown> {
  const value = after[name];
  if (name === 'attestLevel') return { attestLevel: storedAttestLevel(after) };
  if (name === 'metadata') return { metadataJson: JSON.stringify(value) };
  if (name === 'citations') return { citationsJson: JSON.stringify(value) };
  if (name === 'confidenceSignals') return { confidenceSignalsJson: value === null ? null : JSON.stringify(value) };
  if (name === 'sourceSpan') {
    const span = after.sourceSpan;
    return { sourceSpanStart: span && integer(span.start), sourceSpanEnd: span && integer(span.end) };
  }
  if (INSTANTS.has(name)) return { [name]: value === null ? null : fromIso(value as string) };
  if (INTEGERS.has(name)) return { [name]: value === null ? null : integer(value as number) };
  return { [name]: value };
}
