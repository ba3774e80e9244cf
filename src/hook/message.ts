import type { HookRequest } from './executor.ts';
import { HookFailure } from './failure.ts';

/** Most bytes of one answer. */
export const ANSWER_CAP = 1_048_576;

/** What a hook is sent, as JSON on one line without its end (spec memory-system §2.4). */
export function encodeRequest({ event, payload }: HookRequest): string {
  return JSON.stringify({ event, payload });
}

/**
 * The value that a hook answered with; undefined when it answered with nothing.
 * @param stderr for the failure
 * @throws HookFailure `decode`
 */
export function decodeAnswer(text: string, stderr?: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HookFailure('decode', 'the answer is not JSON', { stderr, cause: error });
  }
}
