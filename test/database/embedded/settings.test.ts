import { describe, expect, test } from '@jest/globals';
import { memorySizes } from '../../../src/database/embedded/memorySizes.ts';
import { markFlags, readMark } from '../../../src/database/embedded/processMark.ts';
import {
  type DatabaseSettings,
  databaseConf,
  javaFlags,
  settingsKey,
} from '../../../src/database/embedded/settings.ts';

const settings: DatabaseSettings = {
  runtime: {
    version: '2026.08.1',
    libFolder: '/cache/lib',
    scratchFolder: '/cache/scratch',
    java: { executable: '/jdk/bin/java', version: 25, hasVectorModule: true, build: 'a' },
  },
  memory: { heap: 1024, pageCache: 512 },
  transactionTimeoutMs: 15_000,
};

function withJava(java: Partial<DatabaseSettings['runtime']['java']>): DatabaseSettings {
  return { ...settings, runtime: { ...settings.runtime, java: { ...settings.runtime.java, ...java } } };
}

test.each([
  { machine: 2e9, sizes: { heap: 512, pageCache: 256 } },
  { machine: 3.9e9, sizes: { heap: 512, pageCache: 256 } },
  { machine: 4e9, sizes: { heap: 1024, pageCache: 512 } },
  { machine: 64e9, sizes: { heap: 1024, pageCache: 512 } },
])('a machine of $machine bytes gives Neo4j $sizes', ({ machine, sizes }) => {
  expect(memorySizes(machine)).toEqual(sizes);
});

test.each([
  'server.bolt.listen_address=127.0.0.1:7999',
  'server.http.enabled=false',
  'dbms.usage_report.enabled=false',
  'db.lock.acquisition.timeout=10000ms',
  'db.transaction.timeout=60000ms',
  'server.memory.heap.max_size=1024m',
])('neo4j.conf says %s', (line) => {
  expect(databaseConf(settings, 7999).split('\n')).toContain(line);
});

test('neo4j.conf takes further settings', () => {
  const further = { 'dbms.cypher.min_replan_interval': '3m' };
  expect(databaseConf({ ...settings, further }, 1)).toContain('\ndbms.cypher.min_replan_interval=3m\n');
});

test('neo4j.conf names no setting twice, which Neo4j refuses', () => {
  const names = databaseConf(settings, 1)
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => line.split('=')[0]);
  expect(new Set(names).size).toBe(names.length);
});

describe('flags that an older or smaller Java does not know are left out', () => {
  test.each([
    { java: { version: 21 }, flag: '--sun-misc-unsafe-memory-access=allow', there: false },
    { java: { version: 25 }, flag: '--sun-misc-unsafe-memory-access=allow', there: true },
    { java: { hasVectorModule: false }, flag: '--add-modules=jdk.incubator.vector', there: false },
    { java: { hasVectorModule: true }, flag: '--add-modules=jdk.incubator.vector', there: true },
  ])('$java: $flag $there', ({ java, flag, there }) => {
    expect(javaFlags(withJava(java)).includes(flag)).toBe(there);
  });
});

describe('a database left running is known again by its command line', () => {
  const mark = { home: '0123456789abcdef', port: 7999, settings: settingsKey(settings) };

  test('what is written is read', () => {
    expect(readMark(['java', '-Xmx1g', ...markFlags(mark), 'Main'])).toEqual(mark);
  });

  test.each([
    { words: [] },
    { words: ['java', 'Main'] },
    { words: ['-Dmnemograph.home=x', '-Dmnemograph.port=y', '-Dmnemograph.settings=z'] },
  ])('no mark in $words', ({ words }) => {
    expect(readMark(words)).toBeNull();
  });

  test.each<{ change: string; other: DatabaseSettings; same: boolean }>([
    { change: 'nothing', other: { ...settings }, same: true },
    { change: 'the transaction timeout', other: { ...settings, transactionTimeoutMs: 1 }, same: false },
    { change: 'the memory', other: { ...settings, memory: { heap: 1, pageCache: 1 } }, same: false },
    { change: 'an update of Java', other: withJava({ build: 'b' }), same: false },
    {
      change: 'an update of Neo4j',
      other: { ...settings, runtime: { ...settings.runtime, libFolder: '/cache/next' } },
      same: false,
    },
  ])('$change: may be taken over is $same', ({ other, same }) => {
    expect(settingsKey(other) === settingsKey(settings)).toBe(same);
  });
});
