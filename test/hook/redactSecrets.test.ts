import { describe, expect, test } from '@jest/globals';
import { redactSecrets } from '../../src/hook/redactSecrets.ts';

describe('redactSecrets', () => {
  test.each([
    ['password=hunter2 next', 'password=[redacted] next'],
    ['"api_key": "abc123"', '"api_key": "[redacted]"'],
    ['GITHUB_TOKEN=abc', 'GITHUB_TOKEN=[redacted]'],
    ['client_secret_v2: xyz', 'client_secret_v2: [redacted]'],
    ['Authorization: Bearer abcdefgh.ijkl', 'Authorization: Bearer [redacted]'],
    ['got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln here', 'got [redacted] here'],
    ['key sk-abcdefghijklmnop1234', 'key [redacted]'],
    ['ghp_0123456789abcdefghij0123', '[redacted]'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['bolt://neo4j:pw@host:7687', 'bolt://neo4j:[redacted]@host:7687'],
    ['-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\nrest', '[redacted]\nrest'],
    ['-----BEGIN RSA PRIVATE KEY-----\ncut off', '[redacted]'],
    ['nothing to hide: tokens used 12, http://host/path', 'nothing to hide: tokens used 12, http://host/path'],
  ])('%j', (text, clean) => {
    expect(redactSecrets(text)).toBe(clean);
  });

  test.each([
    'a'.repeat(4096),
    'token '.repeat(682),
    'x://'.repeat(1024),
    '-----BEGIN PRIVATE KEY-----'.repeat(150),
    'basic '.repeat(682),
  ])('is quick on 4 KiB of anything: %#', (text) => {
    const begin = performance.now();
    redactSecrets(text);
    expect(performance.now() - begin).toBeLessThan(2_000);
  });
});
