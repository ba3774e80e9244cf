import { useSyncExternalStore } from 'react';
import { pageStorage } from '../storage.ts';

/** As whom the page makes its requests; all empty means as the server's own default. */
export interface Identity {
  /** `x-agent-id`; the other two mean nothing without it. */
  readonly agentId: string;
  /** `x-namespace`: the agent's home. */
  readonly namespace: string;
  /** `x-roles`: agent, approver, admin, viewer, divided by commas. */
  readonly roles: string;
}

/** Names of headers and of keys in connection_init, with their values. */
export type IdentityHeaders = Readonly<Record<string, string>>;

const KEY = 'identity';
const NOBODY: Identity = { agentId: '', namespace: '', roles: '' };

let current: Identity = stored();
const listeners = new Set<() => void>();

/** The identity as headers: only what is set, and nothing without an agent id. */
export function identityHeaders(): IdentityHeaders {
  const { agentId, namespace, roles } = current;
  if (agentId === '') return {};
  return {
    'x-agent-id': agentId,
    ...(namespace === '' ? {} : { 'x-namespace': namespace }),
    ...(roles === '' ? {} : { 'x-roles': roles }),
  };
}

/** Changes the identity from the next request on; this browser remembers it. */
export function setIdentity(next: Identity): void {
  current = { agentId: next.agentId.trim(), namespace: next.namespace.trim(), roles: next.roles.trim() };
  pageStorage.setItem(KEY, JSON.stringify(current));
  for (const listener of listeners) listener();
}

/** The identity, for components. */
export function useIdentity(): Identity {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): Identity {
  try {
    return { ...NOBODY, ...(JSON.parse(pageStorage.getItem(KEY) ?? '{}') as Partial<Identity>) };
  } catch {
    return NOBODY;
  }
}
