import { GOVERNED_ACTIONS, type GovernedAction } from '../../governance/request.ts';

const PREFIX = 'memory_';

/** An action as hooks of governance see it: `memory_store` (seed: GovernanceContext). */
export function toWireAction(action: GovernedAction): string {
  return `${PREFIX}${action.toLowerCase()}`;
}

/** The action that a hook names, with the prefix or without; null for one that governance does not know. */
export function fromWireAction(name: string): GovernedAction | null {
  const plain = (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name).toUpperCase();
  return GOVERNED_ACTIONS.find((action) => action === plain) ?? null;
}
