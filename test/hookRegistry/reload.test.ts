import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answer } from '../pipeline/hookFile.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { store, storeDocument, type Row } from '../support/memories.ts';
import { LAYERS, Registry, RELOAD } from './documents.ts';
import { LayeredServer } from './layeredServer.ts';

const home = freshNamespace('reload');
const layered = new LayeredServer();
const at = (name: string) => `${home}/${name}`;
const only = (name: string, more: Record<string, unknown> = {}) => ({ namespace: at(name), ...more });
const DENY = answer({ action: 'deny', reason: 'no', code: 451 });
const PROJECT = layered.hook('deny', 'pre_store', ['answer', DENY], only('denied'));

let registry: Registry;
let admin: HttpClient;
let agent: HttpClient;
beforeAll(async () => {
  layered.write('managed/policy.toml', layered.hook('order', 'pre_store', ['answer', '{}'], only('order')));
  layered.write('project.toml', PROJECT);
  await layered.start({ alone: true });
  const { url } = layered.server;
  admin = new HttpClient(url);
  registry = new Registry(admin);
  agent = new HttpClient(url, { agentId: `ann-${home}`, namespace: home, roles: 'agent' });
}, 120_000);
afterAll(() => layered.stop(), 60_000);

const reload = () => registry.reload();
const hooks = (variables?: Record<string, unknown>) => registry.hooks(variables);
const runsIn = (name: string) => registry.runsIn(at(name));
const runsOnce = (name: string, count: number) => registry.runsOnce(at(name), count);
const memory = (name: string, fields: Record<string, unknown> = {}) => ({
  ...{ title: 'a title', content: 'a walnut', namespace: at(name), force: true },
  ...fields,
});

describe('a reload', () => {
  const denyNow = (name: string) => layered.hook('new', 'pre_store', ['answer', DENY], only(name));
  const isDenied = async (name: string) => {
    const { errors } = await agent.send(storeDocument(), {
      input: memory(name, { title: `at ${Date.now()} ${Math.random()}` }),
    });
    return errors?.[0]?.extensions.code === 'HOOK_DENIED';
  };
  const soon = async (done: () => Promise<boolean>) => {
    for (const end = Date.now() + 8_000; Date.now() < end; await sleep(50)) if (await done()) return true;
    return false;
  };

  test('by mutation counts from its answer on, and says when nothing changed', async () => {
    expect(await isDenied('reloaded')).toBe(false);
    layered.write('project.toml', PROJECT + denyNow('reloaded'));
    await reload();
    expect(await isDenied('reloaded')).toBe(true);
    expect(await reload()).toMatchObject({ changed: false, pending: null });
  });

  test('under a key answers as it did', async () => {
    const key = `reload-${home}`;
    const [first, again] = [await admin.run(RELOAD, { key }), await admin.run(RELOAD, { key })];
    expect(again).toEqual(first);
  });

  test('happens when a file changes, appears and goes', async () => {
    layered.write('project.toml', PROJECT + denyNow('watched'));
    expect(await soon(() => isDenied('watched'))).toBe(true);
    layered.write('managed/more.toml', layered.hook('more', 'pre_store', ['answer', DENY], only('appeared')));
    expect(await soon(() => isDenied('appeared'))).toBe(true);
    rmSync(join(layered.folder, 'managed/more.toml'));
    expect(await soon(async () => !(await isDenied('appeared')))).toBe(true);
  });

  test('happens on SIGHUP, which does not stop the server', async () => {
    layered.write('project.toml', PROJECT);
    layered.server.process.kill('SIGHUP');
    expect(await soon(async () => !(await isDenied('watched')))).toBe(true);
    expect(layered.server.process.exitCode).toBeNull();
  });

  test('of a broken file keeps the last good copy, and says so', async () => {
    layered.write('managed/policy.toml', '[[hooks]\nid = ');
    const { layers } = await reload();
    expect(layers).toContainEqual({
      scope: 'MANAGED',
      stale: true,
      loadedHooks: 1,
      errors: [expect.stringContaining('managed/policy.toml:1:')],
    });
    expect((await hooks({ scope: 'MANAGED' })).map(({ id }) => id)).toEqual(['managed:order']);
    expect((await admin.run<{ hookLayers: Row[] }>(LAYERS)).hookLayers[0]).toMatchObject({
      stale: true,
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    layered.write('managed/policy.toml', '');
    expect((await reload())['layers'][0]).toMatchObject({ stale: false, loadedHooks: 0, errors: [] });
  });

  test('with a hook that could never run leaves all as they were, and says why', async () => {
    const unsigned = [
      '[[hook]]\nid = "unsigned"\nevent = "pre_store"\nmode = "http"\nurl = "http://bob:hunter2@127.0.0.1:9/told?key=x"',
      'priority = 0\ntimeout_ms = 100\nnamespace = "**"\n',
    ].join('\n');
    const why = expect.stringMatching(/^hook user:unsigned: .*unset/i);
    layered.write('user.toml', `${unsigned}enabled = true\nsecret_env = "UNSET_HERE"\n`);
    layered.write('project.toml', PROJECT + denyNow('kept-out'));
    const { changed, error, layers } = await reload();
    expect({ changed, error, user: layers[2] }).toMatchObject({
      changed: false,
      error: why,
      user: { scope: 'USER', stale: true, errors: [why], loadedHooks: 0 },
    });
    expect(await isDenied('kept-out')).toBe(false);
    expect((await hooks()).map(({ id }) => id)).toEqual(['deny']);
    expect((await admin.run<{ hookLayers: Row[] }>(LAYERS)).hookLayers[2]).toMatchObject({
      stale: true,
      errors: [why],
    });

    layered.write('user.toml', `${unsigned}secret_env = "PATH"\nenabled = false\n`);
    // Whether it changed anything depends on whether the watcher was faster.
    expect(await reload()).toMatchObject({ error: null });
    expect((await hooks({ scope: 'USER' }))[0]).toMatchObject({ mode: 'HTTP', url: 'http://127.0.0.1:9/told' });
    expect(await isDenied('kept-out')).toBe(true);
    layered.write('project.toml', PROJECT);
    layered.write('user.toml', '');
    await reload();
  });

  test('leaves a run that is under way to the old definitions', async () => {
    const mark = join(layered.folder, 'under-way.txt');
    layered.write('user.toml', layered.hook('slow', 'pre_store', ['slow', mark], only('flight')));
    await reload();
    const storing = store(agent, memory('flight'));
    while (!existsSync(mark)) await sleep(10);
    layered.write('user.toml', '');
    await reload();
    await storing;
    expect(readFileSync(mark, 'utf8')).toBe('x\ny\n');
    expect((await runsIn('flight')).map(({ hookId }) => hookId)).toEqual(['user:slow']);
  });

  test('lets post-hooks of the new file hear what is stored from then on', async () => {
    layered.write('user.toml', layered.hook('post', 'post_link', ['answer', '{}'], only('posted')));
    await reload();
    await sleep(500);
    const [a, b] = [
      await store(agent, memory('posted', { title: 'a' })),
      await store(agent, memory('posted', { title: 'b' })),
    ];
    await agent.run('mutation ($input: LinkInput!) { linkMemories(input: $input) { created } }', {
      input: { sourceId: a['id'], targetId: b['id'] },
    });
    expect(await runsOnce('posted', 1)).toEqual([
      expect.objectContaining({
        ...{ hookId: 'user:post', event: 'post_link', decision: 'ALLOW', agentId: `ann-${home}` },
        trigger: expect.stringMatching(/^POST_LINK \d+$/),
      }),
    ]);
  });
});
