import { OperationRefused } from '../errors.ts';

/** Why a credential is not taken; `details.reason` of the refusal. */
export type CredentialFault =
  | 'MISSING'
  | 'MALFORMED'
  | 'ALGORITHM'
  | 'SIGNATURE'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'ISSUER'
  | 'AUDIENCE'
  | 'CLAIM'
  | 'UNKNOWN'
  | 'REVOKED';

/** The refusal of a credential. It names the fault and never quotes the credential. */
export function unauthenticated(
  reason: CredentialFault,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): OperationRefused {
  return new OperationRefused('UNAUTHENTICATED', message, { reason, ...details });
}
