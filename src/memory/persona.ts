import { sharedKey } from './keys.ts';
import type { Memory } from './memory.ts';

/** What the personas of one entity in one namespace are counted by; null for a memory that is none. */
export function personaKeyOf({
  memoryKind,
  namespace,
  entityId,
}: Pick<Memory, 'memoryKind' | 'namespace' | 'entityId'>): string | null {
  return memoryKind === 'PERSONA' ? sharedKey('entity', namespace, entityId) : null;
}
