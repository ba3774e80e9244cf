import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { onDatabase, runCommand } from '../support/commandLine.ts';
import { testDatabase } from '../support/database.ts';
import { askGraph } from '../support/graph.ts';
import { caller, LINK, storeDocument, type Row } from '../support/memories.ts';
import { signerOf } from '../support/signer.ts';

// What was signed travels with its signature, unless the place it comes to is not what was signed.

const home = freshNamespace('signed-export');
const who = { agentId: `ann-${home}`, namespace: home };
const ann = caller(who);
const admin = caller();
const folder = mkdtempSync(join(tmpdir(), 'mnemograph-signed-'));
const file = join(folder, 'export.jsonl');
const on = onDatabase(testDatabase());
const ids: string[] = [];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verify = async (id: string) =>
  (await admin.run<Row>('query ($id: ID!) { verifyMemory(id: $id) { status audit } }', { id }))['verifyMemory'] as Row;

/** Takes the exported memories out and brings them back from the file. */
async function comeBack(...words: string[]): Promise<void> {
  await askGraph('MATCH (m:MemoryRecord) WHERE m.id IN $ids DETACH DELETE m', { ids });
  expect(await runCommand('importMain', ['--from', 'jsonl', ...words, file], on)).toMatchObject({ code: 0 });
}

beforeAll(async () => {
  const key = await signerOf(who.agentId);
  for (const title of ['one', 'two']) {
    const input = { title, content: `about ${title}`, namespace: home, createdAt: new Date().toISOString() };
    const { storeMemory } = await ann.run<Row>(storeDocument(), {
      input: { ...input, force: true, signature: key.memory(input) },
    });
    ids.push((storeMemory as Row)['memory'].id as string);
  }
  const [sourceId, targetId] = ids as [string, string];
  const link = { sourceId, targetId, relation: 'RELATED_TO' as const, validFrom: new Date().toISOString() };
  await ann.run(LINK, { input: { ...link, signature: key.link(link) } });
  expect(await runCommand('exportMain', ['--namespace', home, '--out', file], on)).toMatchObject({ code: 0 });
});

describe('memories that are exported', () => {
  test('come back with signatures that verify, of links, too', async () => {
    await comeBack();
    for (const id of ids) expect(await verify(id)).toEqual({ status: 'VALID', audit: 'MATCHES' });
    const { verifyLink } = await ann.run<Row>(
      'query ($input: LinkRefInput!) { verifyLink(input: $input) { status audit } }',
      {
        input: { sourceId: ids[0], targetId: ids[1], relation: 'RELATED_TO' },
      },
    );
    expect(verifyLink).toEqual({ status: 'VALID', audit: 'MATCHES' });
  });

  test('come unsigned to another namespace, and under a numbered title', async () => {
    await comeBack('--namespace', `${home}/below`);
    for (const id of ids) expect(await verify(id)).toEqual({ status: 'UNSIGNED', audit: 'MATCHES' });
    await askGraph('MATCH (m:MemoryRecord) WHERE m.id IN $ids DETACH DELETE m', { ids });
    await ann.run(storeDocument(), { input: { title: 'one', content: 'in its place', namespace: home, force: true } });
    await comeBack();
    expect(await Promise.all(ids.map(verify))).toEqual([
      { status: 'UNSIGNED', audit: 'MATCHES' },
      { status: 'VALID', audit: 'MATCHES' },
    ]);
  });
});
