import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ConfigError, parseConfig } from '../../src/config.ts';
import { linkBytes, type SignedLink } from '../../src/signature/canonical.ts';
import { fits } from '../../src/signature/ed25519.ts';
import { attestedByServer, signingKeyOf } from '../../src/signature/signingKey.ts';
import { signingPem } from '../support/signer.ts';

const folder = mkdtempSync(join(tmpdir(), 'mnemograph-signing-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (text: string): string => {
  const path = join(folder, `${Math.random()}.pem`);
  writeFileSync(path, text);
  return path;
};
const keyOf = (SIGNING_KEY?: string) => signingKeyOf(parseConfig({ SIGNING_KEY }));
const pem = signingPem();
const link: SignedLink = {
  ...{ sourceId: 'a', targetId: 'b', relation: 'RELATED_TO' as const, observedBy: 'ann' },
  ...{ validFrom: '2026-01-01T00:00:00.000Z', validUntil: null },
};

describe('a signing key', () => {
  test.each<[string, string]>([
    ['as PEM', pem],
    ['as PEM on one line', pem.replaceAll('\n', '\\n')],
    ['in a file', fileOf(pem)],
  ])('%s is the same key, and signs the canonical form', (_, setting) => {
    const key = keyOf(setting)!;
    expect(key).toMatchObject({ id: expect.stringMatching(/^daemon-[0-9a-f]{32}$/), publicKey: keyOf(pem)!.publicKey });
    expect(key.id).toBe(keyOf(pem)!.id);
    const { signature, ...rest } = attestedByServer(key, link);
    expect(rest).toEqual({ signedBy: key.id, attestLevel: 'DAEMON_SIGNED' });
    expect(fits(key.publicKey, linkBytes(link), signature!)).toBe(true);
    expect(verify(null, linkBytes(link), pem, Buffer.from(signature!, 'base64'))).toBe(true);
  });

  test('that is absent signs nothing', () => {
    expect(keyOf()).toBeNull();
    expect(attestedByServer(null, link)).toEqual({ signature: null, signedBy: null, attestLevel: 'UNSIGNED' });
  });

  const ed25519 = generateKeyPairSync('ed25519');
  test.each<[string, string, RegExp]>([
    ['a file that is not there', join(folder, 'none.pem'), /^SIGNING_KEY: neither PEM nor a file.+none\.pem/],
    ['a file that is no key', fileOf('secret'), /^SIGNING_KEY is no private key in PEM.+openssl genpkey/],
    ['a cut PEM', pem.slice(0, 60), /no private key in PEM/],
    [
      'a public key',
      String(ed25519.publicKey.export({ type: 'spki', format: 'pem' })),
      /no private key in PEM.+openssl genpkey/,
    ],
    [
      'a key under a passphrase',
      String(
        ed25519.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' }),
      ),
      /no private key in PEM/,
    ],
    ['a key for another purpose', signingPem('x25519'), /^SIGNING_KEY is a key for x25519.+Ed25519.+openssl/],
  ])('is not %s', (_, setting, message) => {
    expect(() => keyOf(setting)).toThrow(ConfigError);
    expect(() => keyOf(setting)).toThrow(message);
    expect(() => keyOf(setting)).not.toThrow(/secret|BEGIN PUBLIC|MC4C/);
  });
});
