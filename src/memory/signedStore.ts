import { badUserInput } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { attest, attestationFailed, UNSIGNED, type Attestation } from '../signature/attest.ts';
import { memoryBytes } from '../signature/canonical.ts';
import type { Memory } from './memory.ts';
import type { StoreInput } from './storeInput.ts';

/** How far from now the `createdAt` of a signed write may lie (spec memory-system §3.6). */
const SIGNED_WINDOW_MS = 300_000;

/** What a signature covers of an input; the author and `createdAt` no hook can change. */
export const SIGNED_INPUT = ['namespace', 'title', 'content', 'kind'] as const satisfies readonly (keyof StoreInput)[];

/** Looks whether the signature of an input fits what would be stored. */
export async function storeAttestation(context: OperationContext, input: StoreInput): Promise<Attestation> {
  const { signature, createdAt, kind, namespace, title, content } = input;
  if (signature == null) return { attested: UNSIGNED };
  if (createdAt == null)
    return { refusal: badUserInput('createdAt', 'present in a signed write: the instant that was signed', null) };
  const { agentId } = context.principal;
  const bytes = memoryBytes({
    agentId,
    namespace,
    title,
    content,
    memoryKind: kind,
    createdAt: createdAt.toISOString(),
  });
  return await attest(context, bytes, signature);
}

/**
 * Who may say when a memory was first known: an admin any past instant, for imports; the signer of a write an instant within
 * 300 s of now. What was approved had its time judged when it was asked for.
 * @throws OperationRefused BAD_USER_INPUT
 */
export function refuseOtherTime({ services, principal, approval }: OperationContext, input: StoreInput): void {
  const { createdAt, signature } = input;
  if (createdAt == null || approval !== undefined) return;
  const ahead = createdAt.getTime() - services.clock().getTime();
  const isSigned = signature != null;
  if (isSigned && Math.abs(ahead) <= SIGNED_WINDOW_MS) return;
  if (principal.readsAll && ahead <= 0) return;
  throw badUserInput('createdAt', boundOf(principal.readsAll, isSigned), createdAt.toISOString());
}

function boundOf(isAdmin: boolean, isSigned: boolean): string {
  if (isAdmin) return isSigned ? 'not more than 300 s in the future' : 'not in the future';
  return isSigned ? 'within 300 s of now' : 'absent, unless the write is signed or the caller is an admin';
}

/**
 * Holds a setting: every store is signed.
 * @throws OperationRefused ATTESTATION_FAILED
 */
export function refuseUnsigned({ services, principal }: OperationContext, { signature }: StoreInput): void {
  if (signature != null || !services.attestationRequired) return;
  throw attestationFailed('this server stores only what is signed', 'SIGNATURE_REQUIRED', {
    agentId: principal.agentId,
  });
}

/**
 * A merge would keep author and birth of the memory that is there, and leave something that nobody signed.
 * @throws OperationRefused ATTESTATION_FAILED
 */
export function refuseSignedMerge({ signature }: StoreInput, holder: Memory | null): void {
  if (signature == null || holder === null) return;
  throw attestationFailed('a signed memory cannot be merged into the one that has its title', 'MERGE', {
    existingId: holder.id,
  });
}

/** A signed title cannot be numbered: a taken one is refused. */
export function onConflictOf({ signature, onConflict }: StoreInput): StoreInput['onConflict'] {
  return signature != null && onConflict === 'VERSION' ? 'ERROR' : onConflict;
}
