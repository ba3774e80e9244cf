import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readDefinitions } from '../../../src/hook/layer/definitionFile.ts';
import type { HookScope } from '../../../src/hook/scope.ts';

const folder = mkdtempSync(join(tmpdir(), 'definitions-'));
const path = join(folder, 'hooks.toml');
beforeAll(() => {
  writeFileSync(join(folder, 'guard'), '#!/bin/sh\n');
  chmodSync(join(folder, 'guard'), 0o755);
  writeFileSync(join(folder, 'plain'), 'no program');
});
afterAll(() => rmSync(folder, { recursive: true }));

const GUARD = { id: '"guard"', event: '"pre_store"', command: '["./guard", "-v"]', schemaVersions: '["1.0"]' };

/** The text of one `[[hooks]]`; a field set to null is left out. */
function table(fields: Record<string, string | null> = {}): string {
  const lines = Object.entries({ ...GUARD, ...fields }).filter(([, value]) => value !== null);
  return `[[hooks]]\n${lines.map(([name, value]) => `${name} = ${value}`).join('\n')}\n`;
}

const read = (text: string, scope: HookScope = 'project', inFolder = false) =>
  readDefinitions(text, path, { scope, inFolder, modes: new Set(['exec']), searchPath: '/usr/bin:/bin' });

describe('a [[hooks]] table', () => {
  test('becomes a definition, with what is absent as the seed has it', () => {
    expect(read(table())).toEqual({
      skipped: [],
      hooks: [
        {
          id: 'guard',
          event: 'pre_store',
          command: join(folder, 'guard'),
          args: ['-v'],
          workingDirectory: folder,
          priority: 0,
          timeoutMs: 60_000,
          mode: 'exec',
          enabled: true,
          namespace: '**',
          failMode: 'open',
          scope: 'project',
          sourcePath: path,
          shape: 'hooks',
          env: {},
          allowParallel: false,
          termGraceMs: 2000,
        },
      ],
    });
  });

  test.each([
    ['a command and its arguments', { command: '"./guard"', args: '["-a"]' }, { args: ['-a'] }],
    ['a program beside the file, without a slash', { command: '"guard"' }, { command: join(folder, 'guard') }],
    ['a program on the PATH', { command: '["sh", "-c", "true"]' }, { command: '/usr/bin/sh', args: ['-c', 'true'] }],
    ['a folder', { workingDir: '"sub"' }, { workingDirectory: join(folder, 'sub') }],
    ['variables', { env: '{ A = "1" }' }, { env: { A: '1' } }],
    ['its own time', { timeoutMs: '1500' }, { timeoutMs: 1500 }],
    ['an event of an agent', { event: '"PreToolUse"' }, { event: 'PreToolUse', failMode: 'open' }],
    [
      'our own fields',
      { priority: '7', namespace: '"acme/**"', failMode: '"closed"', enabled: 'false' },
      { priority: 7, namespace: 'acme/**', failMode: 'closed', enabled: false },
    ],
    [
      'matchers',
      { matchers: '{ tags = ["x"], paths = [{ type = "glob", value = "src/**" }] }' },
      { matchers: { toolNames: [], sources: [], paths: [{ type: 'glob', value: 'src/**' }], tags: ['x'] } },
    ],
    ['notes, and runs side by side', { notes: '"why"', allowParallel: 'true' }, { notes: 'why', allowParallel: true }],
  ])('may have %s', (_, fields, expected) => {
    expect(read(table(fields))).toEqual({ skipped: [], hooks: [expect.objectContaining(expected)] });
  });

  test.each([
    ['no id', { id: null }, 'InvalidSchema', 'hooks[0]: id: '],
    ['an id with a colon', { id: '"a:b"' }, 'InvalidSchema', 'at most 128 of'],
    ['no command', { command: null }, 'InvalidSchema', 'command: '],
    ['an empty command', { command: '[]' }, 'InvalidSchema', 'command'],
    ['no versions', { schemaVersions: null }, 'InvalidSchema', 'no schemaVersions'],
    ['an unknown event', { event: '"BeforeTool"' }, 'InvalidSchema', 'event: an event'],
    ['a misspelt key', { timeout_ms: '5000' }, 'InvalidSchema', 'unknown key "timeout_ms"'],
    ['too little time', { timeoutMs: '999' }, 'InvalidSchema', '1,000 to 600,000'],
    ['a mode that cannot run', { mode: '"daemon"' }, 'InvalidSchema', 'cannot run "daemon"'],
    ['another version', { schemaVersions: '["2.0"]' }, 'UnsupportedVersion', '2.0; this server speaks 1.0'],
    ['a program that is missing', { command: '"./absent"' }, 'MissingExecutable', './absent'],
    ['a program that is nowhere on the PATH', { command: '"no-such-program"' }, 'MissingExecutable', 'no-such-program'],
    ['a file that is no program', { command: '"./plain"' }, 'MissingExecutable', './plain'],
    ['a folder as its program', { command: '"../"' }, 'MissingExecutable', '../'],
    [
      'a regex that is none',
      { matchers: '{ sources = [{ type = "regex", value = "(" }] }' },
      'InvalidMatcher',
      'matchers.sources[0]: ',
    ],
    [
      'a regex that RE2 does not know',
      { matchers: '{ sources = [{ type = "regex", value = "(a)\\\\1" }] }' },
      'InvalidMatcher',
      'matchers.sources[0]: ',
    ],
    [
      'a set without an end',
      { matchers: '{ paths = [{ type = "glob", value = "a[b" }] }' },
      'InvalidMatcher',
      'matchers.paths[0]: "["',
    ],
    [
      'an unknown type of matcher',
      { matchers: '{ paths = [{ type = "prefix", value = "a" }] }' },
      'InvalidMatcher',
      'exact, glob or regex',
    ],
  ] as [string, Record<string, string | null>, string, string][])(
    'with %s is skipped, and no other',
    (_, fields, reason, details) => {
      const { hooks, skipped } = read(table(fields) + table({ id: '"other"' }));
      expect(hooks.map(({ id }) => id)).toEqual(['other']);
      expect(skipped).toEqual([
        {
          hookId: 'id' in fields ? (fields['id']?.replaceAll('"', '') ?? null) : 'guard',
          reason,
          details: expect.stringContaining(details),
          path,
        },
      ]);
    },
  );

  test('takes version and time from the head of its file', () => {
    const text = `schemaVersion = "1.0"\ndefaultTimeoutMs = 2000\n${table({ schemaVersions: null })}`;
    expect(read(text).hooks).toEqual([expect.objectContaining({ timeoutMs: 2000 })]);
  });

  test('is skipped with the whole file when that is of another version', () => {
    expect(read(`schemaVersion = "2.0"\n${table()}`)).toEqual({
      hooks: [],
      skipped: [{ hookId: null, reason: 'UnsupportedVersion', details: 'schemaVersion 2.0 of the file', path }],
    });
  });

  test('of the managed layer is closed for tools', () => {
    const [tool, store] = read(table({ event: '"PreToolUse"' }) + table({ id: '"b"' }), 'managed').hooks;
    expect([tool?.failMode, store?.failMode]).toEqual(['closed', 'open']);
  });
});

const OURS =
  '[[hook]]\nevent = "pre_store"\ncommand = "./guard"\npriority = 1\ntimeout_ms = 500\nenabled = true\nnamespace = "**"\n';

describe('a file', () => {
  test('may have both shapes; [[hook]] comes first', () => {
    expect(read(table() + OURS).hooks.map(({ id, shape }) => [id, shape])).toEqual([
      ['hook[0]:guard', 'hook'],
      ['guard', 'hooks'],
    ]);
  });

  test.each([
    ['project', false, ['hook[0]:guard', 'guard']],
    ['managed', false, ['managed:hook[0]:guard', 'managed:guard']],
    ['user', true, ['user:hooks.toml:hook[0]:guard', 'user:guard']],
  ] as const)('of the %s layer names its hooks', (scope, inFolder, ids) => {
    expect(read(OURS + table(), scope, inFolder).hooks.map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ['no TOML', '[[hooks]]\nid = "x\n', ':2:'],
    ['hooks as one table', '[hooks]\n', 'hooks: an array of tables'],
    ['another key', 'schema = 1\n', 'unknown key "schema"'],
    ['a wrong [[hook]]', OURS.replace('priority = 1\n', ''), 'hook[0].priority'],
    ['a default time out of bounds', 'defaultTimeoutMs = 5\n', 'defaultTimeoutMs: 1,000'],
  ])('with %s is refused as a whole', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
