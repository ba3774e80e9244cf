import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { HooksFileError, loadHooks, parseHooks } from '../../src/hook/hooksFile.ts';
import type { HookMode } from '../../src/hook/definition.ts';

const EXEC = new Set<HookMode>(['exec']);
const HTTP = new Set<HookMode>(['http']);
const BOTH = new Set<HookMode>(['exec', 'daemon']);

const VALID = {
  event: '"pre_store"',
  command: '"./guard.sh"',
  priority: '10',
  timeout_ms: '500',
  mode: '"exec"',
  enabled: 'true',
  namespace: '"acme/**"',
};

/** The text of one `[[hook]]`; a field set to null is left out. */
function table(fields: Record<string, string | null> = {}): string {
  const lines = Object.entries({ ...VALID, ...fields }).filter(([, value]) => value !== null);
  return `[[hook]]\n${lines.map(([name, value]) => `${name} = ${value}`).join('\n')}\n`;
}

describe('hooks.toml', () => {
  test('becomes definitions', () => {
    const text =
      table() +
      table({ id: '"second"', command: '"/opt/hooks/x.py"', args: '["-v"]', mode: null, fail_mode: '"closed"' });
    expect(parseHooks(text, '/etc/mnemograph/hooks.toml', EXEC)).toEqual([
      {
        id: 'hook[0]:guard.sh',
        event: 'pre_store',
        command: '/etc/mnemograph/guard.sh',
        args: [],
        workingDirectory: '/etc/mnemograph',
        priority: 10,
        timeoutMs: 500,
        mode: 'exec',
        enabled: true,
        namespace: 'acme/**',
        failMode: 'open',
      },
      expect.objectContaining({
        id: 'second',
        command: '/opt/hooks/x.py',
        args: ['-v'],
        mode: 'exec',
        failMode: 'closed',
      }),
    ]);
  });

  test('http: an address instead of a command', () => {
    const fields = { command: null, mode: '"http"', url: '"https://hooks.example:8443/x"', secret_env: '"HOOK_KEY"' };
    expect(parseHooks(table(fields), '/etc/m/hooks.toml', HTTP)).toEqual([
      expect.objectContaining({
        id: 'hook[0]:hooks.example:8443',
        command: '',
        mode: 'http',
        url: 'https://hooks.example:8443/x',
        secretEnv: 'HOOK_KEY',
      }),
    ]);
  });

  test.each([
    ['no url', { url: null }, 'hook[0].url: needed by mode "http"'],
    ['no address', { url: '"somewhere"' }, 'hook[0].url: an http or https address'],
    ['another protocol', { url: '"file:///etc/passwd"' }, 'hook[0].url: an http or https address'],
    ['a command', { command: '"./guard.sh"' }, 'hook[0].command: not with mode "http"'],
    ['no name of a variable', { secret_env: '"MY KEY"' }, 'hook[0].secret_env: the name of an environment variable'],
  ] as [string, Record<string, string | null>, string][])('refuses http with %s', (_, fields, message) => {
    const text = table({ command: null, mode: '"http"', url: '"http://h/"', ...fields });
    expect(() => parseHooks(text, '/etc/hooks.toml', HTTP)).toThrow(`/etc/hooks.toml: ${message}`);
  });

  test.each([
    ['guard.sh', '/etc/m/guard.sh'],
    ['hooks/guard.sh', '/etc/m/hooks/guard.sh'],
    ['../guard.sh', '/etc/guard.sh'],
    ['/opt/guard.sh', '/opt/guard.sh'],
  ])('command %s is %s', (command, absolute) => {
    expect(parseHooks(table({ command: `"${command}"` }), '/etc/m/hooks.toml', EXEC)[0]?.command).toBe(absolute);
  });

  test.each([
    ['pre_store', 'exec'],
    ['post_store', 'exec'],
    ['post_recall', 'daemon'],
    ['post_search', 'daemon'],
    ['pre_recall_expand', 'daemon'],
    ['pre_recall', 'exec'],
  ])('mode of %s by default: %s', (event, mode) => {
    expect(parseHooks(table({ event: `"${event}"`, mode: null }), '/h.toml', BOTH)[0]?.mode).toBe(mode);
  });

  test.each([
    ['no event', { event: null }, 'hook[0].event'],
    ['unknown event', { event: '"before_store"' }, 'hook[0].event: one of the 25 events'],
    ['no command', { command: null }, 'hook[0].command: needed by mode "exec"'],
    ['an address of a process', { url: '"http://h/"' }, 'hook[0].url: only with mode "http"'],
    ['a secret of a process', { secret_env: '"KEY"' }, 'hook[0].secret_env: only with mode "http"'],
    ['blank command', { command: '" "' }, 'hook[0].command: the path of an executable'],
    ['args not text', { args: '[1]' }, 'hook[0].args[0]'],
    ['no priority', { priority: null }, 'hook[0].priority'],
    ['priority too large', { priority: '2147483648' }, 'hook[0].priority'],
    ['priority not whole', { priority: '1.5' }, 'hook[0].priority'],
    ['no timeout', { timeout_ms: null }, 'hook[0].timeout_ms'],
    ['timeout over 30 s', { timeout_ms: '30001' }, 'hook[0].timeout_ms: 1 to 30,000'],
    ['timeout 0', { timeout_ms: '0' }, 'hook[0].timeout_ms: 1 to 30,000'],
    ['unknown mode', { mode: '"wasm"' }, 'hook[0].mode: one of exec, daemon, http'],
    ['a function, which no file can hold', { mode: '"function"' }, 'hook[0].mode: one of exec, daemon, http'],
    ['no enabled', { enabled: null }, 'hook[0].enabled'],
    ['enabled as text', { enabled: '"yes"' }, 'hook[0].enabled'],
    ['no namespace', { namespace: null }, 'hook[0].namespace'],
    ['empty namespace', { namespace: '""' }, 'hook[0].namespace: not empty'],
    ['namespace with braces', { namespace: '"{a,b}"' }, 'hook[0].namespace: only *, ** and ? are special'],
    ['unknown fail mode', { fail_mode: '"soft"' }, 'hook[0].fail_mode: open or closed'],
    ['misspelt key', { failmode: '"closed"' }, 'hook[0]: unknown key "failmode"'],
    ['id with a space', { id: '"my hook"' }, 'hook[0].id'],
    [
      'daemon, which cannot run yet',
      { mode: '"daemon"' },
      'hook[0].mode: this server cannot run "daemon" hooks (the default of some events); set mode = "exec"',
    ],
    [
      'daemon by default',
      { event: '"post_recall"', mode: null },
      'hook[0].mode: this server cannot run "daemon" hooks',
    ],
  ] as [string, Record<string, string | null>, string][])('refuses %s', (_, fields, message) => {
    expect(() => parseHooks(table(fields), '/etc/hooks.toml', EXEC)).toThrow(HooksFileError);
    expect(() => parseHooks(table(fields), '/etc/hooks.toml', EXEC)).toThrow(`/etc/hooks.toml: ${message}`);
  });

  test.each([
    ['broken syntax', '[[hook]]\nevent = "pre_store\n', ':2:'],
    ['a key twice', '[[hook]]\npriority = 1\npriority = 2\n', ':3:'],
    ['another table', '[hooks]\n', 'unknown key "hooks"'],
    ['hook as one table', '[hook]\nevent = "pre_store"\n', ': hook: '],
    ['an id twice', table({ id: '"same"' }) + table({ id: '"same"' }), 'hook[1].id: "same" is taken by hook[0]'],
    ['faults in the second hook', table() + table({ timeout_ms: '-1' }), 'hook[1].timeout_ms'],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseHooks(text, '/etc/hooks.toml', EXEC)).toThrow(message);
    expect(() => parseHooks(text, '/etc/hooks.toml', EXEC)).toThrow(HooksFileError);
  });

  test('names every fault', () => {
    const message = messageOf(() => parseHooks(table({ priority: null, enabled: null }), '/h.toml', EXEC));
    expect(message.split('\n')).toHaveLength(2);
  });

  test('lets a disabled hook have a mode that cannot run', () => {
    expect(parseHooks(table({ mode: '"daemon"', enabled: 'false' }), '/h.toml', EXEC)).toHaveLength(1);
  });

  test('is read from its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hooks-'));
    try {
      await writeFile(join(folder, 'hooks.toml'), table());
      expect((await loadHooks(join(folder, 'hooks.toml'), EXEC))[0]?.command).toBe(join(folder, 'guard.sh'));
      await writeFile(join(folder, 'hooks.toml'), '');
      expect(await loadHooks(join(folder, 'hooks.toml'), EXEC)).toEqual([]);
      expect(await loadHooks(join(folder, 'absent.toml'), EXEC)).toEqual([]);
      await expect(loadHooks(folder, EXEC)).rejects.toThrow(HooksFileError);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}
