import { describe, expect, test } from '@jest/globals';
import { checkJsonShape, JSON_DEPTH, JSON_VALUES } from '../../src/server/jsonShape.ts';
import { processorMs } from './support/cpu.ts';

const check = (text: string) => checkJsonShape('body', Buffer.from(text));
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('JSON that is fit to be parsed', () => {
  test.each([
    ['nothing', ''],
    ['a number', '1'],
    ['as deep as allowed', deep(JSON_DEPTH)],
    ['brackets in a string', JSON.stringify({ a: '['.repeat(1_000) })],
    ['brackets behind escaped quotes', JSON.stringify({ a: `"${'['.repeat(1_000)}\\` })],
    ['a string that ends in backslashes', `["\\\\\\\\", ${deep(2)}]`],
    ['broken JSON, which the parser refuses', '{"a": "'],
    ['as many values as allowed', `[${'1,'.repeat(JSON_VALUES - 2)}1]`],
  ])('%s', (_name, text) => {
    expect(() => check(text)).not.toThrow();
  });
});

describe('JSON that is not', () => {
  test.each([
    ['a level too deep', deep(JSON_DEPTH + 1), 'levels'],
    ['too deep after a string', `["a\\"", ${deep(JSON_DEPTH)}]`, 'levels'],
    ['too deep after a string of backslashes', `["\\\\", ${deep(JSON_DEPTH)}]`, 'levels'],
    ['objects too deep', '{"a":'.repeat(JSON_DEPTH + 1), 'levels'],
    ['too many values', `[${'1,'.repeat(JSON_VALUES)}1]`, 'values'],
    ['too many empty lists', `[${'[],'.repeat(JSON_VALUES)}1]`, 'values'],
  ])('%s', (_name, text, what) => {
    expect(() => check(text)).toThrow(what);
  });
});

test('40 MiB of text are looked at in well under a second', async () => {
  const text = Buffer.from(JSON.stringify(Array.from({ length: 500 }, () => 'x"\\'.repeat(16_000))));
  const runs = [];
  for (let i = 0; i < 3; i++) runs.push(await processorMs(() => checkJsonShape('body', text)));
  expect(Math.min(...runs)).toBeLessThan(5_000);
});
