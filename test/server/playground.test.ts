import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { send, startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), 'playground-'));
  const folder = join(parent, 'built');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Playground</title>');
  writeFileSync(join(folder, 'assets', 'index-1a2b.js'), 'console.log(1)');
  writeFileSync(join(folder, '.secret'), 'secret');
  writeFileSync(join(parent, 'outside.txt'), 'secret');
  server = await startTestServer({}, { playgroundFolder: folder });
});
afterAll(() => server.close());

describe('the playground', () => {
  test('is a page that is asked for anew, under a policy without foreign or inline scripts', async () => {
    const page = await send(server.url);
    expect(page).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    });
    expect(page.text).toContain('Playground');
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("worker-src 'self' blob:");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|https?:|script-src[^;]*unsafe-inline/);
  });

  test('has assets that may be kept for good', async () => {
    const asset = await send(`${server.url}/assets/index-1a2b.js`);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toContain('javascript');
  });

  test.each([
    '/.secret',
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/../../outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets/%2e%2e%2f%2e%2e%2foutside.txt',
    '/..%5coutside.txt',
    '/assets/',
    '/assets',
    '/assets/index-1a2b.js%00.txt',
    '/%E0%A4%A',
    '//etc/passwd',
    '/index.html/..',
  ])('has nothing at %s', async (path) => {
    const answer = await sendRaw(path);
    expect([400, 403, 404]).toContain(answer.status);
    expect(answer.text).not.toContain('secret');
    expect(answer.text).not.toContain(tmpdir());
  });

  test('says how to build it when it is not built', async () => {
    const bare = await startTestServer();
    expect(await send(bare.url)).toMatchObject({ status: 503, text: expect.stringContaining('npm run build') });
    await bare.close();
  });
});

/** `URL` would resolve the dots away. */
function sendRaw(path: string) {
  return send(server.url, { path });
}
