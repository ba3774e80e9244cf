import type { HookEvent } from '../event.ts';

/** Variables of the server that a hook may see; nothing else of it, so no password or key, gets through. */
const PASSED_ON = ['PATH', 'HOME', 'LANG'] as const;

/** The environment of a hook's process: what is passed on, and the event in `MNEMOGRAPH_HOOK_EVENT`. */
export function hookEnvironment(
  server: Readonly<Record<string, string | undefined>>,
  event: HookEvent,
): Record<string, string> {
  const environment: Record<string, string> = { MNEMOGRAPH_HOOK_EVENT: event };
  for (const name of PASSED_ON) {
    const value = server[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
