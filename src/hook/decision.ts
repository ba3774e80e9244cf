import { HookFailure } from './failure.ts';
import { decodeDelta } from './payload/codec.ts';
import type { HookEvent } from './event.ts';
import type { WireObject } from './executor.ts';

/** A question to a person, asked by a hook. */
export interface HookQuestion {
  readonly prompt: string;
  /** The answers to choose from; may be empty. */
  readonly options: readonly string[];
  /** The answer that stands when nobody decides. */
  readonly default: string | undefined;
}

/** What a hook decided (spec memory-system §2.3.4). */
export type Decision =
  | { readonly action: 'allow' }
  /** `delta` is checked and in the names of the payload; `ignored` names fields of it that the event does not have. */
  | { readonly action: 'modify'; readonly delta: WireObject; readonly ignored: readonly string[] }
  | { readonly action: 'deny'; readonly reason: string; readonly code: number }
  | { readonly action: 'ask_user'; readonly question: HookQuestion };

const ALLOW: Decision = { action: 'allow' };

/** Reasons and prompts travel to clients and into records: no more than this many characters. */
const LONGEST_TEXT = 4096;

/**
 * Reads a hook's answer (spec memory-system §2.4): nothing or `{}` is Allow, else `action` says it. A Deny or a question
 * that is understood never turns into a failure, and so into Allow, for a sloppy detail: what is wrong or missing in it is
 * replaced (`code` by 403). A delta is taken whole or not at all.
 * @throws HookFailure `decode`
 */
export function decodeDecision(event: HookEvent, value: unknown): Decision {
  if (value === undefined) return ALLOW;
  if (!isObject(value)) throw new HookFailure('decode', 'the answer is not a JSON object');
  switch (value['action']) {
    case 'allow':
      return ALLOW;
    case 'modify':
      return { action: 'modify', ...decodeDelta(event, value['delta']) };
    case 'deny':
      return { action: 'deny', reason: text(value['reason'], 'denied by a hook'), code: denialCode(value['code']) };
    case 'ask_user':
      return { action: 'ask_user', question: question(value) };
    case undefined:
      if (Object.keys(value).length === 0) return ALLOW;
      throw new HookFailure('decode', 'the answer has no "action"');
    default:
      throw new HookFailure('decode', `unknown action ${JSON.stringify(value['action']).slice(0, 64)}`);
  }
}

function question(value: Record<string, unknown>): HookQuestion {
  const options = Array.isArray(value['options']) ? value['options'] : [];
  return {
    prompt: text(value['prompt'], 'a hook asks for approval'),
    options: options
      .filter((option): option is string => typeof option === 'string')
      .map((option) => shortened(option)),
    default: typeof value['default'] === 'string' ? shortened(value['default']) : undefined,
  };
}

function denialCode(code: unknown): number {
  return Number.isSafeInteger(code) ? (code as number) : 403;
}

function text(value: unknown, fallback: string): string {
  return typeof value === 'string' && value.trim() !== '' ? shortened(value) : fallback;
}

function shortened(value: string): string {
  return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT - 1)}…` : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
