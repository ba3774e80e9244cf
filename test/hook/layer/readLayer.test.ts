import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { differs, readLayers, type Layers } from '../../../src/hook/layer/layers.ts';
import type { HookScope } from '../../../src/hook/scope.ts';

const root = mkdtempSync(join(tmpdir(), 'layers-'));
afterAll(() => rmSync(root, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  writeFileSync(join(folder, 'guard'), '#!/bin/sh\n');
  chmodSync(join(folder, 'guard'), 0o755);
});

const hook = (id: string, more = '') =>
  `[[hooks]]\nid = "${id}"\nevent = "pre_store"\ncommand = "${folder}/guard"\nschemaVersions = ["1.0"]\n${more}`;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const options = { modes: new Set(['exec'] as const), searchPath: '' };
const layersOf = (sources: Partial<Record<HookScope, string>>, previous?: Layers) =>
  readLayers(
    Object.entries(sources).map(([scope, name]) => ({ scope: scope as HookScope, path: join(folder, name) })),
    previous,
    options,
  );
const ids = ({ hooks }: Layers) => hooks.map(({ id }) => id);

describe('layers', () => {
  test('come by rank, files by name, hooks as in the file', async () => {
    write('project.toml', hook('p'));
    mkdirSync(join(folder, 'managed'));
    for (const [name, id] of [
      ['b.toml', 'late'],
      ['a.toml', 'early'],
      ['note.txt', 'none'],
    ] as const)
      write(`managed/${name}`, hook(id));
    const layers = await layersOf({ user: 'absent.toml', project: 'project.toml', managed: 'managed' });
    expect(ids(layers)).toEqual(['managed:early', 'managed:late', 'p']);
    expect(layers.layers.map(({ scope, rank, files }) => [scope, rank, files.length])).toEqual([
      ['managed', 0, 2],
      ['project', 1, 1],
      ['user', 2, 0],
    ]);
  });

  test('an id counts once a layer: the first one stays', async () => {
    mkdirSync(join(folder, 'all'));
    write('all/a.toml', hook('same', 'priority = 1\n') + hook('same', 'priority = 2\n'));
    write('all/b.toml', hook('same', 'priority = 3\n') + hook('other'));
    write('user.toml', hook('same'));
    const layers = await layersOf({ project: 'all', user: 'user.toml' });
    expect(layers.hooks.map(({ id, priority }) => [id, priority])).toEqual([
      ['same', 1],
      ['other', 0],
      ['user:same', 0],
    ]);
    expect(layers.layers[0]?.skipped.map(({ hookId, reason, path }) => [hookId, reason, path])).toEqual([
      ['same', 'DuplicateId', join(folder, 'all/a.toml')],
      ['same', 'DuplicateId', join(folder, 'all/b.toml')],
    ]);
  });

  test('an unchanged file is not parsed again; a changed one is', async () => {
    write('a.toml', hook('a'));
    const first = await layersOf({ project: 'a.toml' });
    const again = await layersOf({ project: 'a.toml' }, first);
    expect(again.layers[0]?.files[0]).toBe(first.layers[0]?.files[0]);
    expect(differs(first, again)).toBe(false);
    write('a.toml', hook('b'));
    const changed = await layersOf({ project: 'a.toml' }, again);
    expect(ids(changed)).toEqual(['b']);
    expect(differs(again, changed)).toBe(true);
    expect(changed.layers[0]?.checksum).not.toBe(first.layers[0]?.checksum);
  });

  test('a program that was missing is looked for again though the file is the same', async () => {
    write('a.toml', hook('a').replace('/guard', '/later'));
    const first = await layersOf({ project: 'a.toml' });
    expect(first.layers[0]?.skipped).toEqual([expect.objectContaining({ hookId: 'a', reason: 'MissingExecutable' })]);
    writeFileSync(join(folder, 'later'), '#!/bin/sh\n', { mode: 0o755 });
    expect(ids(await layersOf({ project: 'a.toml' }, first))).toEqual(['a']);
  });

  test('a broken file keeps its last good copy and says so, until it is right again', async () => {
    write('a.toml', hook('a'));
    let layers = await layersOf({ project: 'a.toml' });
    for (const broken of ['[[hooks]\n', '[[hook]]\nevent = "pre_store"\n', '[[hooks]\nstill = 1\n']) {
      write('a.toml', broken);
      layers = await layersOf({ project: 'a.toml' }, layers);
      expect(ids(layers)).toEqual(['a']);
      expect(layers.layers[0]?.files).toEqual([
        expect.objectContaining({ stale: true, error: expect.stringContaining(join(folder, 'a.toml')) }),
      ]);
    }
    write('a.toml', hook('b'));
    layers = await layersOf({ project: 'a.toml' }, layers);
    expect([ids(layers), layers.layers[0]?.files[0]?.stale, layers.layers[0]?.files[0]?.error]).toEqual([
      ['b'],
      false,
      null,
    ]);
  });

  test('a file that was never right defines nothing and is not stale', async () => {
    write('a.toml', '[[hooks]\n');
    const first = await layersOf({ project: 'a.toml' });
    const again = await layersOf({ project: 'a.toml' }, first);
    for (const { layers, hooks } of [first, again])
      expect([hooks, layers[0]?.files[0]?.stale, layers[0]?.files[0]?.error]).toEqual([
        [],
        false,
        expect.stringContaining('a.toml:1:'),
      ]);
  });

  test('a file that is gone takes its hooks along', async () => {
    write('a.toml', hook('a'));
    const first = await layersOf({ project: 'a.toml' });
    rmSync(join(folder, 'a.toml'));
    const again = await layersOf({ project: 'a.toml' }, first);
    expect([again.hooks, again.layers[0]?.checksum, differs(first, again)]).toEqual([[], null, true]);
  });
});
