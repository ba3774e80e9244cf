import { describe, expect, test } from '@jest/globals';
import { lastLine } from '../../../src/hook/exec/lastLine.ts';
import { OutputTail } from '../../../src/hook/process/outputTail.ts';

describe('lastLine', () => {
  test.each([
    ['', ''],
    ['\n\n \t\r\n', ''],
    ['a', 'a'],
    ['a\nb', 'b'],
    ['a\n  b \r\n\n  \n', 'b'],
    ['\na\n', 'a'],
    ['\uFEFF{}', '{}'],
  ])('%j → %j', (output, line) => {
    expect(lastLine(output)).toBe(line);
  });
});

describe('OutputTail', () => {
  test.each([
    [4, ['ab'], 'ab'],
    [4, ['ab', 'cde'], 'bcde'],
    [4, ['abcdefgh'], 'efgh'],
    [4, ['ab', 'cdefgh', 'i'], 'fghi'],
    [3, ['éé'], 'é'],
    [2, ['🙂'], ''],
    [4, [], ''],
  ])('of %d bytes after %j is %j', (most, chunks, text) => {
    const tail = new OutputTail(most);
    for (const chunk of chunks) tail.push(Buffer.from(chunk));
    expect(tail.text()).toBe(text);
  });
});
