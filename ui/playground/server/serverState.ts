import { useSyncExternalStore } from 'react';
import { HEALTH_URL } from '../transport/addresses.ts';

/** Whether the server answered the last time it was asked. */
export type ServerState = 'up' | 'gone';

const PROBE_EVERY_MS = 2_000;

let state: ServerState = 'up';
let probe: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Called by whatever talked to the server: did it answer at all? A refusal is an answer. */
export function reportServer(next: ServerState): void {
  if (next === state) return;
  state = next;
  clearInterval(probe);
  if (next === 'gone') probe = setInterval(() => void probeServer(), PROBE_EVERY_MS);
  for (const listener of listeners) listener();
}

/** Asks the server for a sign of life, and reports it. */
export async function probeServer(): Promise<void> {
  const answered = await fetch(HEALTH_URL, { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  reportServer(answered ? 'up' : 'gone');
}

/** The state, for components. */
export function useServerState(): ServerState {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
