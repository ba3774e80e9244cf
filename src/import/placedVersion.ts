import type { TypedProperties } from '../export/typedProperties.ts';
import { readersOf } from '../governance/audience.ts';
import { namespaceSchema } from '../memory/bounds.ts';
import { SCOPES, type Scope } from '../memory/memory.ts';
import { checked } from './checked.ts';
import { placed } from './readMemory.ts';
import type { Placement } from './row.ts';

/**
 * The properties of an earlier version where the import puts it. Who may read it follows from its new place; the agent that
 * a private one was handed to is not kept with versions and sees the later ones alone.
 * @throws BadRow for what is no namespace there
 */
export function placedVersion(properties: TypedProperties, place: Placement): TypedProperties {
  const { namespace: own, scope, agentId } = properties;
  if (place.namespace === null || typeof agentId !== 'string') return properties;
  const namespace = checked(namespaceSchema, placed(own, place));
  const known: Scope = SCOPES.find((one) => one === scope) ?? 'PRIVATE';
  return { ...properties, namespace, readers: readersOf({ scope: known, namespace, agentId }) };
}
