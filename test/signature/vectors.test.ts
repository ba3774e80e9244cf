import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { linkBytes, memoryBytes } from '../../src/signature/canonical.ts';
import { fits, isSignatureText } from '../../src/signature/ed25519.ts';
import { caller, type Row } from '../support/memories.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { freshNamespace } from '../support/client.ts';
import { rawPublicKey, WEAK_KEYS } from '../support/signer.ts';

const page = readFileSync(new URL('../../docs/signatures.md', import.meta.url), 'utf8');
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const PUBLIC = 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=';
const key = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${SEED}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});

/** The bytes of the page's worked examples: what stands in its code blocks before the words. */
const examples = [...page.matchAll(/```\n(a6[\s\S]*?)```/g)].map(([, block]) =>
  block!
    .split('\n')
    .map((line) => line.split('   ')[0]!.replaceAll(' ', ''))
    .join(''),
);
const signatures = [...page.matchAll(/Signature: `(.*)`/g)].map(([, text]) => text!);

describe('the worked example of the page', () => {
  const at = new Date('2026-11-21T23:40:00+01:00').toISOString();
  const memory = {
    agentId: 'ann',
    namespace: 'acme/eng',
    title: 'Grüße',
    createdAt: at,
    memoryKind: 'OBSERVATION' as const,
  };
  const link = {
    sourceId: 'm-1',
    targetId: 'm-2',
    relation: 'CONTRADICTS' as const,
    observedBy: 'ann',
    validFrom: at,
    validUntil: null,
  };
  test.each([
    ['of a memory', memoryBytes({ ...memory, content: 'The river rises in spring.\n' }), 0],
    ['of a link', linkBytes(link), 1],
  ])('%s is what the server makes', (_, bytes, place) => {
    expect(page).toContain(SEED);
    expect(page).toContain(PUBLIC);
    expect(Buffer.from(bytes).toString('hex')).toBe(examples[place]);
    expect(sign(null, bytes, key).toString('base64')).toBe(signatures[place]);
    expect(fits(PUBLIC, bytes, signatures[place]!)).toBe(true);
  });
});

describe('a signature fits', () => {
  const bytes = Buffer.from('some bytes');
  const signature = sign(null, bytes, key).toString('base64');
  test.each([
    ['no other bytes', PUBLIC, 'other bytes', signature],
    [
      'no other key',
      rawPublicKey(generateKeyPairSync('ed25519').publicKey).toString('base64'),
      'some bytes',
      signature,
    ],
    ['no key of 31 bytes', Buffer.alloc(31).toString('base64'), 'some bytes', signature],
    ['nothing when a bit of it is turned', PUBLIC, 'some bytes', `A${signature.slice(1)}`],
    ['nothing when it is short', PUBLIC, 'some bytes', signature.slice(0, -4)],
  ])('%s', (_, publicKey, text, told) => {
    expect(fits(publicKey, bytes, signature)).toBe(publicKey === PUBLIC);
    expect(fits(publicKey, Buffer.from(text), told)).toBe(false);
  });

  test.each([
    ['64 bytes', signature, true],
    ['URL-safe base64', Buffer.alloc(64, 255).toString('base64url'), false],
    ['without padding', signature.replaceAll('=', ''), false],
    ['with white space', `${signature} `, false],
    ['with bits that say nothing', `${signature.slice(0, -3)}R==`, false],
    ['63 bytes', Buffer.alloc(63).toString('base64'), false],
  ])('only as text that is written one way: %s', (_, text, isOne) => {
    expect(isSignatureText(text)).toBe(isOne && Buffer.from(text, 'base64').toString('base64') === text);
    expect(isSignatureText(text)).toBe(isOne);
  });
});

describe('what nobody needs a private key for fits nothing:', () => {
  test.each(WEAK_KEYS)('%s', (_, publicKey) => {
    // R is each of the weak points, S is 0: for one of some messages this holds where such keys are taken.
    for (const [, point] of WEAK_KEYS) {
      const signature = Buffer.concat([Buffer.from(point, 'base64'), Buffer.alloc(32)]).toString('base64');
      for (let number = 0; number < 16; number++)
        expect(fits(publicKey, Buffer.from(`message ${number}`), signature)).toBe(false);
    }
  });
});

describe('the example client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mnemograph-signer-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('stores what it signed with the key that its agent registered', async () => {
    const agentId = `signer-${freshNamespace()}`;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const client = caller({ agentId });
    await client.run(`mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { agentId } } }`, {
      input: { agentId, agentType: 'human', publicKey: rawPublicKey(publicKey).toString('base64') },
    });
    const file = join(folder, 'key.pem');
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const program = fileURLToPath(new URL('../../examples/signatures/signAndStore.ts', import.meta.url));
    const words = [sharedServer(), agentId, file, `Grüße von ${agentId}`, 'The river rises in spring.\n'];
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...words]);
    const { memory } = (JSON.parse(stdout) as Row)['data'].storeMemory as Row;
    expect(memory).toMatchObject({ attestLevel: 'SELF_SIGNED' });
    const { verifyMemory } = await client.run<Row>('query ($id: ID!) { verifyMemory(id: $id) { status audit } }', {
      id: memory['id'],
    });
    expect(verifyMemory).toEqual({ status: 'VALID', audit: 'MATCHES' });
  });
});
