import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ConfigError, parseConfig } from '../../src/config.ts';
import { jwtKeyOf } from '../../src/credential/jwtKey.ts';
import { verifyJwt } from '../../src/credential/verifyJwt.ts';
import { authenticatorFor } from '../../src/server/authenticate.ts';
import { inSeconds, signed } from './issuer.ts';

const folder = mkdtempSync(join(tmpdir(), 'mnemograph-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));
const PAIRS = {
  EdDSA: generateKeyPairSync('ed25519'),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const OTHER = {
  ed448: generateKeyPairSync('ed448').publicKey,
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey,
  'RSA of 1024 bits': generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey,
};
const RULES = { issuers: [], audiences: [], clockToleranceSeconds: 0 };

function fileOf(text: string): string {
  const path = join(folder, `${Math.random()}.pem`);
  writeFileSync(path, text);
  return path;
}

describe.each(Object.keys(PAIRS) as (keyof typeof PAIRS)[])('a public key for %s', (alg) => {
  test.each<[string, (text: string) => string]>([
    ['as PEM', (text) => text],
    ['as PEM on one line', (text) => text.replaceAll('\n', '\\n')],
    ['in a file', fileOf],
  ])('%s takes its tokens, and no others', async (_, setting) => {
    const key = jwtKeyOf(parseConfig({ AUTH_JWT_PUBLIC_KEY: setting(pem(PAIRS[alg].publicKey)) }));
    if (!key) throw new Error('no key');
    const exp = inSeconds(60);
    const { claims, expiresAt } = await verifyJwt(
      await signed(PAIRS[alg].privateKey, alg, { claims: { sub: 'ann', exp } }),
      key,
      RULES,
    );
    expect([claims.sub, expiresAt]).toEqual(['ann', exp * 1000]);
    for (const [other, { privateKey }] of Object.entries(PAIRS).filter(([name]) => name !== alg)) {
      const token = await signed(privateKey, other, { claims: { sub: 'ann' } });
      await expect(verifyJwt(token, key, RULES)).rejects.toMatchObject({ details: { reason: 'ALGORITHM' } });
    }
    const confused = await signed(new TextEncoder().encode(pem(PAIRS[alg].publicKey)), 'HS256', {
      claims: { sub: 'ann' },
    });
    await expect(verifyJwt(confused, key, RULES)).rejects.toMatchObject({ details: { reason: 'ALGORITHM' } });
  });
});

test('a token that names an audience is not taken where none is set', async () => {
  const key = jwtKeyOf(parseConfig({ AUTH_JWT_SECRET: 's'.repeat(32) }));
  if (!key) throw new Error('no key');
  const token = (aud?: string) => signed(key.key as Uint8Array, 'HS256', { claims: { sub: 'ann', aud } });
  expect((await verifyJwt(await token(), key, RULES)).claims.sub).toBe('ann');
  await expect(verifyJwt(await token('x'), key, RULES)).rejects.toMatchObject({ details: { reason: 'AUDIENCE' } });
});

describe('settings that cannot be', () => {
  const secret = 's'.repeat(32);
  const publicKey = pem(PAIRS.EdDSA.publicKey);
  test.each<[string, Record<string, string>, RegExp]>([
    ['a short secret', { AUTH_JWT_SECRET: 's'.repeat(31) }, /31 bytes/],
    ['a secret and a public key', { AUTH_JWT_SECRET: secret, AUTH_JWT_PUBLIC_KEY: publicKey }, /Set one of them/],
    ['a secret and an address', { AUTH_JWT_SECRET: secret, AUTH_JWKS_URL: 'https://a.example/' }, /Set one of them/],
    [
      'a private key',
      { AUTH_JWT_PUBLIC_KEY: String(PAIRS.EdDSA.privateKey.export({ type: 'pkcs8', format: 'pem' })) },
      /private key/,
    ],
    ['a file that is not there', { AUTH_JWT_PUBLIC_KEY: join(folder, 'none.pem') }, /neither PEM nor a file/],
    ['a file without a key', { AUTH_JWT_PUBLIC_KEY: fileOf('hello') }, /no public key/],
    ['an unencrypted address elsewhere', { AUTH_JWKS_URL: 'http://issuer.example/jwks' }, /https/],
    ['an address that only begins like this machine', { AUTH_JWKS_URL: 'http://127.0.0.1.example/jwks' }, /https/],
    ['an address of a file', { AUTH_JWKS_URL: 'file:///etc/passwd' }, /https/],
    ...Object.entries(OTHER).map(([name, key]): [string, Record<string, string>, RegExp] => [
      `a key of ${name}`,
      { AUTH_JWT_PUBLIC_KEY: pem(key) },
      /at least 2048|must be an Ed25519/,
    ]),
  ])('%s', (_, environment, message) => {
    const start = () => authenticatorFor(parseConfig({ AUTH_MODE: 'jwt', ...environment }));
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(message);
  });

  test('a key that nobody would look at', () => {
    const start = () => authenticatorFor(parseConfig({ AUTH_JWT_SECRET: secret }));
    expect(start).toThrow(/Set AUTH_MODE=jwt/);
  });
});
