import { revisionHash, type Revision } from '../database/auditRevision.ts';
import type { AttestLevel } from '../link/memoryLink.ts';
import { fits } from './ed25519.ts';
import { DAEMON, signingKeyId } from './signingKey.ts';

/** What became of a signature, worst first. */
export const SIGNATURE_STATUSES = ['TAMPERED', 'KEY_UNKNOWN', 'KEY_REVOKED', 'UNSIGNED', 'VALID'] as const;
/** One of {@link SIGNATURE_STATUSES}. */
export type SignatureStatus = (typeof SIGNATURE_STATUSES)[number];

/** Whether the audit chain knows the thing as it is. */
export type AuditStatus = 'MATCHES' | 'DIFFERS' | 'NOT_AUDITED';

/** The key that a thing says it was signed with. Instants are ISO-8601 UTC text. */
export interface NamedKey {
  readonly publicKey: string;
  readonly revokedAt: string | null;
  readonly agentId: string | null;
}

/** What was found about one memory or link. */
export interface Verification {
  /** TAMPERED when either look found it so, else what became of the signature. */
  readonly status: SignatureStatus;
  readonly signature: SignatureStatus;
  readonly audit: AuditStatus;
  readonly attestLevel: AttestLevel;
  readonly signedBy: string | null;
  /** The author or observer, whose key it must be, unless the server signed for them. */
  readonly agentId: string | null;
  readonly keyRevokedAt: string | null;
  /** The bytes that a signature must be over, standard base64. */
  readonly signedForm: string;
  /** Place of the last revision about it. */
  readonly revisionSeq: number | null;
}

/** What a look at a memory or link starts from. */
export interface Evidence {
  readonly signature: string | null;
  readonly signedBy: string | null;
  readonly attestLevel: AttestLevel;
  readonly agentId: string | null;
  /** When it was signed, by its own word; ISO-8601 UTC text. */
  readonly signedAt: string;
  readonly bytes: Uint8Array;
  readonly key: NamedKey | null;
  readonly revision: Revision | null;
  /** Of the thing as it is. */
  readonly digest: string;
}

/** Judges a memory or link by its signature and by the last revision about it. */
export function verified(evidence: Evidence): Verification {
  const { attestLevel, signedBy, agentId, key, revision, bytes } = evidence;
  const signature = signatureStatus(evidence);
  const audit = auditStatus(evidence);
  return {
    status: audit === 'DIFFERS' ? 'TAMPERED' : signature,
    signature,
    audit,
    attestLevel,
    signedBy,
    agentId,
    keyRevokedAt: key?.revokedAt ?? null,
    signedForm: Buffer.from(bytes).toString('base64'),
    revisionSeq: revision?.seq ?? null,
  };
}

/** The worst of several. */
export function worst(statuses: readonly SignatureStatus[]): SignatureStatus {
  return SIGNATURE_STATUSES.find((status) => statuses.includes(status)) ?? 'UNSIGNED';
}

function signatureStatus({
  signature,
  signedBy,
  attestLevel,
  agentId,
  key,
  bytes,
  signedAt,
}: Evidence): SignatureStatus {
  if (signature === null) return attestLevel === 'UNSIGNED' ? 'UNSIGNED' : 'TAMPERED';
  if (key === null) return 'KEY_UNKNOWN';
  if (attestLevel === 'UNSIGNED') return 'TAMPERED';
  const byServer = attestLevel === 'DAEMON_SIGNED';
  if (byServer && signedBy !== signingKeyId(key.publicKey)) return 'TAMPERED';
  if (key.agentId !== (byServer ? DAEMON : agentId) || !fits(key.publicKey, bytes, signature)) return 'TAMPERED';
  return key.revokedAt !== null && key.revokedAt <= signedAt ? 'KEY_REVOKED' : 'VALID';
}

function auditStatus({ revision, digest }: Evidence): AuditStatus {
  if (revision === null) return 'NOT_AUDITED';
  return revisionHash(revision) === revision.hash && revision.recordDigest === digest ? 'MATCHES' : 'DIFFERS';
}
