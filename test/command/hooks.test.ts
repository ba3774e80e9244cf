import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LayeredServer } from '../hookRegistry/layeredServer.ts';
import { answer } from '../pipeline/hookFile.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { runCommand } from '../support/commandLine.ts';
import { storeDocument } from '../support/memories.ts';

const layered = new LayeredServer();
const home = freshNamespace('command');
const DENY = answer({ action: 'deny', reason: 'no' });
const GOOD = layered.hook('deny', 'pre_store', ['answer', DENY], { namespace: home, priority: 5 });
const REST =
  layered.hook('nod', 'pre_store', ['answer', '{}'], { namespace: home }) +
  layered.hook('crash', 'pre_link', ['crash']);
const MISSING = layered.hook('gone', 'pre_store', ['nowhere']);
const SILENT = layered.hook('tools', 'PreToolUse', ['answer', '{}']);
const BROKEN = '[[hooks]\n';

const run = (...words: string[]) => runCommand('commandMain', ['hooks', ...words], layered.settings);
afterAll(() => layered.stop());

describe('from files alone,', () => {
  beforeEach(() => {
    for (const name of ['managed/policy.toml', 'user.toml']) layered.write(name, '');
  });

  test.each([
    ['right ones', GOOD, 0, 0],
    ['none', '', 0, 0],
    ['an event that does not fire yet', SILENT, 0, 0],
    ['an entry that is left out', GOOD + MISSING, 0, 3],
    ['a file that is no TOML', BROKEN, 3, 2],
    ['a wrong [[hook]]', '[[hook]]\nevent = "pre_store"\n', 3, 2],
  ])('list and validate tell by their codes of %s', async (_, text, listed, validated) => {
    layered.write('project.toml', text);
    expect([(await run('list')).code, (await run('validate')).code]).toEqual([listed, validated]);
  });

  test('list shows all layers in order', async () => {
    layered.write('project.toml', GOOD + SILENT);
    layered.write('managed/policy.toml', layered.hook('first', 'pre_store', ['answer', '{}'], { enabled: false }));
    layered.write('user.toml', layered.hook('last', 'pre_store', ['answer', '{}'], { priority: 100 }));
    const { out } = await run('list');
    expect(out.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
      'ID',
      'tools',
      'managed:first',
      'deny',
      'user:last',
      '',
    ]);
    expect(out).toMatch(/managed:first .* disabled\n/);
    expect(out).toMatch(/tools .* PreToolUse does not fire yet/);
    const { hooks } = JSON.parse((await run('list', '--json')).out) as { hooks: { id: string }[] };
    expect(hooks.map(({ id }) => id)).toEqual(['tools', 'managed:first', 'deny', 'user:last']);
  });

  test('validate names the file, the entry and the reason', async () => {
    layered.write('project.toml', GOOD + MISSING + GOOD);
    layered.write('user.toml', BROKEN);
    const { out, code } = await run('validate');
    expect(out).toContain(`error    ${join(layered.folder, 'user.toml')}:1:`);
    expect(out).toContain(`skipped  ${join(layered.folder, 'project.toml')}: gone: MISSING_EXECUTABLE`);
    expect(out).toContain('deny: DUPLICATE_ID');
    expect(code).toBe(2);
  });
});

describe('from the server,', () => {
  let url: string[];
  beforeAll(async () => {
    layered.write('project.toml', GOOD + REST);
    for (const name of ['managed/policy.toml', 'user.toml']) layered.write(name, '');
    await layered.start();
    url = ['--url', layered.server.url];
  }, 90_000);

  const PAYLOAD = ['--payload', '{"title":"t","content":"c"}'];

  test.each([
    ['deny', PAYLOAD, 4, /^deny in [\d.]+ ms\nno\nstderr: password=\[redacted\] pre_store\n$/],
    ['nod', PAYLOAD, 0, /^allow in /],
    [
      'crash',
      ['--payload', '{"source_id":"a","target_id":"b","relation":"related_to"}'],
      5,
      /^allow in [\d.]+ ms: error: exit code 3\nstderr: broken\n$/,
    ],
  ])('test runs %s', async (id, payload, code, out) => {
    expect(await run('test', id, ...payload, ...url)).toEqual({ code, out: expect.stringMatching(out), err: '' });
  });

  test('log shows the newest runs', async () => {
    const client = new HttpClient(layered.server.url);
    await client.refusal(storeDocument(), { input: { title: 't', content: 'c', namespace: home } });
    let out = '';
    for (const end = Date.now() + 10_000; Date.now() < end && !out.includes('deny');)
      out = (await run('log', '--hook', 'deny', '--tail', '1', '--since', '1 January 2020', ...url)).out;
    expect(out).toMatch(/^TIME .*\n\S+Z +pre_store +deny +deny +\d+ ms +storeMemory\n$/);
    const [line = ''] = (await run('log', '--hook', 'deny', '--json', ...url)).out.split('\n');
    expect(JSON.parse(line)).toMatchObject({ hookId: 'deny', decision: 'DENY', trigger: 'storeMemory' });
    expect((await run('log', '--hook', 'nobody', ...url)).out).toBe('no runs\n');
  });

  test('reload tells what it came to', async () => {
    layered.write('user.toml', BROKEN);
    expect(await run('reload', ...url)).toMatchObject({
      code: 3,
      out: expect.stringContaining('hooks by layer: managed: 0, project: 3, user: 0'),
    });
    layered.write('user.toml', '');
    expect((await run('reload', ...url)).code).toBe(0);
  });
});

const nobody = mkdtempSync(join(tmpdir(), 'nobody-'));
afterAll(() => rmSync(nobody, { recursive: true }));

test.each([
  [['hooks'], 'mnemograph hooks <command>'],
  [['hooks', 'lst'], 'no command "lst"'],
  [['hooks', 'list', '--tail', '3'], "'--tail'"],
  [['hooks', 'test'], 'test takes the id of one hook'],
  [['hooks', 'test', 'a', '--payload', '{'], 'the payload is no JSON'],
  [['hooks', 'log', '--tail', '0'], '--tail: a whole number'],
  [['hooks', 'log', '--since', 'soon'], '--since: no time'],
  [['hooks', 'log', '--url', 'http://127.0.0.1:1'], 'no Mnemograph answers at http://127.0.0.1:1/graphql'],
  [['memories'], 'mnemograph hooks <command>'],
])('%j says how it should be, and ends with 1', async (words, message) => {
  expect(await runCommand('commandMain', words, { MNEMOGRAPH_HOME: nobody })).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining(message),
  });
});
