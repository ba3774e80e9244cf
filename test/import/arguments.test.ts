import { expect, test } from '@jest/globals';
import { exportArguments } from '../../src/export/arguments.ts';
import { importArguments } from '../../src/import/arguments.ts';
import { aiMemory } from '../../src/import/formats/aiMemory.ts';

test('an import is asked for by words', () => {
  const words = ['--from', 'ai-memory', '--namespace', 'a/b', '--agent', 'alice', '--no-embed', 'file.json'];
  expect(importArguments(words)).toEqual({
    format: aiMemory,
    file: 'file.json',
    namespace: 'a/b',
    agentId: 'alice',
    embed: false,
  });
  expect(importArguments(['file.jsonl', '--from=jsonl'])).toMatchObject({
    namespace: null,
    agentId: 'local',
    embed: true,
  });
});

test.each([
  ['no format', ['file'], '--from: one of jsonl, ai-memory, mcp-memory'],
  ['another format', ['--from', 'csv', 'file'], '--from: one of'],
  ['no file', ['--from', 'jsonl'], 'one FILE is needed'],
  ['two files', ['--from', 'jsonl', 'a', 'b'], 'one FILE is needed'],
  ['a wrong namespace', ['--from', 'jsonl', '--namespace', 'a//b', 'file'], '--namespace: no namespace, got a//b'],
  ['a reserved agent', ['--from', 'jsonl', '--agent', 'system', 'file'], '--agent: no agent id, got system'],
  ['an option nobody knows', ['--from', 'jsonl', '--quick', 'file'], "Unknown option '--quick'"],
])('an import with %s is refused with how it should be', (_case, words, message) => {
  expect(() => importArguments(words)).toThrow(message);
  expect(() => importArguments(words)).toThrow('npm run import -- --from jsonl|ai-memory|mcp-memory [options] FILE');
});

test('an export is asked for by words', () => {
  expect(exportArguments([])).toEqual({ namespace: undefined, out: null, vectors: false });
  expect(exportArguments(['--namespace', 'a', '--out', 'f', '--with-vectors'])).toEqual({
    namespace: 'a',
    out: 'f',
    vectors: true,
  });
});

test.each([
  ['a wrong namespace', ['--namespace', '..'], '--namespace: no namespace'],
  ['a word too many', ['file'], 'Unexpected argument'],
])('an export with %s is refused with how it should be', (_case, words, message) => {
  expect(() => exportArguments(words)).toThrow(message);
  expect(() => exportArguments(words)).toThrow('npm run export -- [options]');
});
