import { z } from 'zod';
import { agentIdSchema, bounded } from '../memory/bounds.ts';
import { isSoundKey } from '../signature/soundKey.ts';

/** Exact limits of what an agent registers (spec memory-system §1.1, §1.2; seed: RegisterAgentBody). */

/** Types that are not names of models. Who has one of them may approve what a person must, or acts for the house. */
export const TRUSTED_TYPES: ReadonlySet<string> = new Set(['human', 'system']);

/** `human`, `system`, or `ai:` and a name of 1 to 60 characters; the seed's models are of that form. */
export const agentTypeSchema = bounded(z.string('text'), (value) =>
  TRUSTED_TYPES.has(value) || /^ai:[A-Za-z0-9_.-]{1,60}$/.test(value)
    ? null
    : {
        bound: 'human, system, or ai: and 1 to 60 of A-Z a-z 0-9 _ . -',
        actual: value.length <= 64 ? value : `${value.length} characters`,
      },
);

/** The id of an agent that registers: shorter than one that only acts. */
export const registeredIdSchema = bounded(agentIdSchema, (value) =>
  value.length > 64 ? { bound: 'at most 64 characters', actual: `${value.length} characters` } : null,
);

const PUBLIC_KEY = 'standard base64 of exactly 32 bytes';

/** A raw Ed25519 public key as text; none for which anybody could sign. */
export const publicKeySchema = bounded(z.string('text'), (value) => {
  const bytes = Buffer.from(value.slice(0, 100), 'base64');
  if (bytes.toString('base64') !== value) return { bound: PUBLIC_KEY, actual: `${value.length} characters` };
  if (bytes.length !== 32) return { bound: PUBLIC_KEY, actual: `${bytes.length} bytes` };
  return isSoundKey(bytes)
    ? null
    : { bound: 'an Ed25519 public key (RFC 8032), not of small order', actual: 'no such point' };
});
