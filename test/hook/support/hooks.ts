import { pino, type Logger } from 'pino';
import type { HookDefinition } from '../../../src/hook/definition.ts';

/** A hook with what a test cares about; the rest is harmless. */
export function hookOf(fields: Partial<HookDefinition> = {}): HookDefinition {
  return {
    id: 'hook',
    event: 'pre_store',
    command: '/nowhere/hook',
    args: [],
    workingDirectory: '/',
    priority: 0,
    timeoutMs: 5000,
    mode: 'exec',
    enabled: true,
    namespace: '**',
    failMode: 'open',
    ...fields,
  };
}

/** A logger and what it wrote. */
export function recordingLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
