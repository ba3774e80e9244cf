import { OperationRefused, type ErrorDetails } from '../errors.ts';
import type { AttestLevel } from '../link/memoryLink.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { fits } from './ed25519.ts';

/** What a memory or a link keeps of its signature. */
export interface Attested {
  /** Standard base64 of 64 bytes. */
  readonly signature: string | null;
  /** Id of the key that fitted. */
  readonly signedBy: string | null;
  readonly attestLevel: AttestLevel;
}

/** What nobody signed. */
export const UNSIGNED: Attested = { signature: null, signedBy: null, attestLevel: 'UNSIGNED' };

/**
 * Looks for the caller's key that a signature fits; what the outcome is worth is said later, by {@link Attestation}.
 * @param bytes what should have been signed, as it would be stored
 */
export async function attest(
  { services, principal, bookmarks }: OperationContext,
  bytes: Uint8Array,
  signature: string,
): Promise<Attestation> {
  const { agentId } = principal;
  const keys = await services.database.read<{ id: string; publicKey: string }>(
    'signature/valid-keys',
    { agentId },
    { bookmarks },
  );
  if (keys.length === 0)
    return { refusal: attestationFailed(`no key is registered for agent ${agentId}`, 'NO_KEY', { agentId }) };
  const key = keys.find(({ publicKey }) => fits(publicKey, bytes, signature));
  if (key) return { attested: { signature, signedBy: key.id, attestLevel: 'SELF_SIGNED' } };
  return {
    refusal: attestationFailed(`the signature fits no key of agent ${agentId} over the canonical form`, 'NO_FIT', {
      agentId,
      signedForm: Buffer.from(bytes).toString('base64'),
    }),
  };
}

/** What came of a look at a signature: worked out before hooks and governance, told after them. */
export type Attestation = { readonly attested: Attested } | { readonly refusal: OperationRefused };

/**
 * What a write keeps of its signature.
 * @throws OperationRefused what came of the look at it
 */
export function attestedOf(attestation: Attestation): Attested {
  if ('refusal' in attestation) throw attestation.refusal;
  return attestation.attested;
}

/** A refusal for the sake of a signature; `reason` is for programs. */
export function attestationFailed(message: string, reason: string, details: ErrorDetails = {}): OperationRefused {
  return new OperationRefused('ATTESTATION_FAILED', message, { reason, ...details });
}

/**
 * Refuses what a hook did to a signed input: what is signed must be what is stored.
 * @param fields those that the signature covers
 */
export function refuseChangedByHook<Input extends object>(
  before: Input & { readonly signature?: string | null | undefined },
  after: Input,
  fields: readonly (keyof Input & string)[],
): void {
  if (before.signature == null) return;
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return;
  throw attestationFailed(`a hook changed ${changed.join(', ')}, which the signature covers`, 'CHANGED_BY_HOOK', {
    fields: changed,
  });
}
