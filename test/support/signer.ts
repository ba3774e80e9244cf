import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { linkBytes, memoryBytes, type SignedLink, type SignedMemory } from '../../src/signature/canonical.ts';
import { signingKeyOf, type SigningKey } from '../../src/signature/signingKey.ts';
import { askGraph } from './graph.ts';

/** An agent's key: what it signs with, and how the graph knows it. */
export interface Signer {
  readonly agentId: string;
  readonly keyId: string;
  memory(memory: Omit<SignedMemory, 'agentId' | 'memoryKind'> & Partial<SignedMemory>): string;
  link(link: Omit<SignedLink, 'observedBy' | 'validUntil'> & Partial<SignedLink>): string;
  bytes(bytes: Uint8Array): string;
  revoke(at?: string): Promise<void>;
}

/** Gives an agent a key in the graph, as a registration does. */
export async function signerOf(agentId: string): Promise<Signer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keyId = randomUUID();
  await askGraph(
    `MERGE (a:Agent {agentId: $agentId}) ON CREATE SET a.agentType = 'human', a.capabilities = [], a.registeredAt = localdatetime()
     CREATE (a)-[:HAS_KEY]->(:AgentKey {id: $keyId, publicKey: $publicKey, addedAt: localdatetime(), addedBy: $agentId})`,
    { agentId, keyId, publicKey: rawPublicKey(publicKey).toString('base64') },
  );
  const bytes = (signed: Uint8Array) => sign(null, signed, privateKey).toString('base64');
  return {
    agentId,
    keyId,
    bytes,
    memory: (memory) => bytes(memoryBytes({ agentId, memoryKind: 'OBSERVATION', ...memory })),
    link: (link) => bytes(linkBytes({ observedBy: agentId, validUntil: null, ...link })),
    async revoke(at = new Date().toISOString()) {
      await askGraph('MATCH (k:AgentKey {id: $keyId}) SET k.revokedAt = localdatetime($at)', {
        keyId,
        at: at.replace('Z', ''),
      });
    },
  };
}

/** A private key as the setting SIGNING_KEY takes it. */
export function signingPem(type: 'ed25519' | 'x25519' = 'ed25519'): string {
  const { privateKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** A new key of a server. */
export function newSigningKey(): SigningKey {
  const key = signingKeyOf({ SIGNING_KEY: signingPem() });
  if (!key) throw new Error('no key');
  return key;
}

/** The 32 raw bytes of a public key. */
export function rawPublicKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url');
}

const byte = (first: string, between: string, last: string) =>
  Buffer.from(first + between.repeat(30) + last, 'hex').toString('base64');

/** Ed25519 keys that nobody has a private key for: anybody can sign for most of them. */
export const WEAK_KEYS: readonly (readonly [string, string])[] = [
  ['a key of 32 zeros, a point of order 4', byte('00', '00', '00')],
  ['the other point of order 4', byte('00', '00', '80')],
  ['the point of order 1', byte('01', '00', '00')],
  ['the point of order 2', byte('ec', 'ff', '7f')],
  [
    'a point of order 8',
    Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex').toString('base64'),
  ],
  [
    'another point of order 8',
    Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'hex').toString('base64'),
  ],
  ['the point of order 4, written another way', byte('ed', 'ff', '7f')],
  ['the point of order 1, written another way', byte('ee', 'ff', '7f')],
  ['the point of order 1 with a sign', byte('01', '00', '80')],
  ['the point of order 2 with a sign', byte('ec', 'ff', 'ff')],
  ['what is no point', byte('02', '00', '00')],
];
