import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildPlayground } from './buildPlayground.ts';

/** Measured 1.73 MB; GraphiQL's editor is most of it. */
const MOST_GZIPPED_BYTES = 1_900_000;

const folder = mkdtempSync(join(tmpdir(), 'playground-'));

describe('the built playground', () => {
  beforeAll(() => buildPlayground(folder), 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('addresses everything relatively, and has no inline script', () => {
    const html = read('index.html');
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address).toMatch(/^\.\//);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });

  test('brings its fonts and images along', () => {
    for (const sheet of assets('.css')) {
      const addresses = [...read(sheet).matchAll(/url\((['"]?)(.*?)\1\)/g)].map(([, , address]) => address);
      for (const address of addresses) expect(address).toMatch(/^(\.\/|data:image\/)/);
      expect(read(sheet)).not.toMatch(/@import/);
    }
  });

  test('brings its three workers along', () => {
    const workers = assets('.js').filter((name) => name.includes('.worker-'));
    expect(workers.map((name) => name.replace(/^assets\/(\w+)\..*/, '$1')).sort()).toEqual([
      'editor',
      'graphql',
      'json',
    ]);
  });

  test(`is at most ${MOST_GZIPPED_BYTES} bytes of gzipped script and style`, () => {
    const size = [...assets('.js'), ...assets('.css')].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
    expect(size).toBeLessThanOrEqual(MOST_GZIPPED_BYTES);
  });
});

function assets(ending: string): string[] {
  return readdirSync(join(folder, 'assets'))
    .filter((name) => name.endsWith(ending))
    .map((name) => `assets/${name}`);
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
