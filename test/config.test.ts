import { describe, expect, test } from '@jest/globals';
import { isCurrent } from '../scripts/generate/generatedFile.mjs';
import { settingsPage } from '../scripts/generate/settingsPage.ts';
import { ConfigError, describeSettings, parseConfig, type Config } from '../src/config.ts';

describe('without any setting', () => {
  test.each<[keyof Config, unknown]>([
    ['HOST', '127.0.0.1'],
    ['PORT', 4000],
    ['ALLOWED_HOSTS', []],
    ['ALLOWED_ORIGINS', []],
    ['NEO4J_URI', undefined],
    ['NEO4J_USER', 'neo4j'],
    ['NEO4J_DATABASE', 'neo4j'],
    ['MNEMOGRAPH_HOME', '.mnemograph'],
    ['MNEMOGRAPH_HOOKS', 'hooks.toml'],
    ['EMBEDDING_PROVIDER', 'local'],
    ['AUTH_MODE', 'none'],
    ['ALLOW_UNAUTHENTICATED_BIND', 'false'],
    ['LOG_LEVEL', 'info'],
  ])('%s is %j', (name, value) => expect(parseConfig({})[name]).toEqual(value));

  test('an empty variable counts as absent', () =>
    expect(parseConfig({ PORT: '', NEO4J_URI: '' })).toEqual(parseConfig({})));
  test('variables of others are left alone', () => expect(parseConfig({ PATH: '/usr/bin' })).toEqual(parseConfig({})));
  test('nobody changes a setting afterwards', () => expect(Object.isFrozen(parseConfig({}))).toBe(true));
});

describe('a setting is taken', () => {
  test.each<[keyof Config, string, unknown]>([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['ALLOWED_HOSTS', ' a.example, b.example ,,', ['a.example', 'b.example']],
    ['EMBEDDING_DIMENSIONS', '4096', 4096],
    ['SHUTDOWN_GRACE_MS', '0', 0],
    ['EVENT_RETENTION_HOURS', '87600', 87_600],
  ])('%s=%s', (name, text, value) => expect(parseConfig({ [name]: text })[name]).toEqual(value));
});

describe('a value that cannot be used is refused by name', () => {
  test.each<[keyof Config, string]>([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '40.5'],
    ['PORT', 'http'],
    ['EMBEDDING_PROVIDER', 'cohere'],
    ['EMBEDDING_URL', 'not an address'],
    ['EMBEDDING_DIMENSIONS', '0'],
    ['EMBEDDING_DIMENSIONS', '4097'],
    ['AUTH_MODE', 'None'],
    ['ALLOW_UNAUTHENTICATED_BIND', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['TRANSACTION_TIMEOUT_MS', '99'],
    ['EVENT_POLL_MS', '9'],
  ])('%s=%s', (name, text) => expect(() => parseConfig({ [name]: text })).toThrow(new RegExp(`^${name}: `)));

  test('and all of them at once, a line each', () => {
    const start = () => parseConfig({ PORT: 'x', AUTH_MODE: 'x', LOG_LEVEL: 'x' });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/^PORT: .*\nAUTH_MODE: .*\nLOG_LEVEL: .*$/);
  });
});

describe('the page about settings', () => {
  test.each(describeSettings())('$name is described', ({ description }) =>
    expect(description).toMatch(/^[A-Z`].*[.]$/),
  );
  test('docs/settings.md is what config.ts says', () => expect(isCurrent(settingsPage())).toBe(true));
});
