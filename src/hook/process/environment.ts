import type { HookDefinition } from '../definition.ts';

/** Variables of the server that a hook may see; nothing else of it, so no password or key, gets through. */
const PASSED_ON = ['PATH', 'HOME', 'LANG'] as const;

/** The environment of a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a hook's process: what is passed on of the server's, the hook's own variables, and its event in
 * `MNEMOGRAPH_HOOK_EVENT`.
 */
export function hookEnvironment(server: Environment, { event, env }: HookDefinition): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = server[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...env, MNEMOGRAPH_HOOK_EVENT: event };
}
