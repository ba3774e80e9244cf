import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadTokeniser, MOST_TOKENS, type Tokenise } from '../../src/embedding/local/tokeniser.ts';
import { READ_TOKENS, tokenBound } from '../../src/embedding/tokenBound.ts';
import { passagesOf } from '../../src/memory/passages.ts';
import { embeddingModel } from '../support/embeddingModel.ts';

let tokenise: Tokenise;
beforeAll(async () => {
  tokenise = loadTokeniser((await embeddingModel()).tokenizerPath);
}, 120_000);

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').slice(0, 60_000);

const TEXTS: [string, string][] = [
  ['prose', file('LICENSE')],
  ['Markdown', file('README.md')],
  ['code', file('src/memory/recall.ts')],
  ['Cypher', file('cypher/memory/recall.cypher')],
  ['JSON', file('package-lock.json')],
  ['Base64', Buffer.from(Array.from({ length: 9_000 }, (_, n) => (n * n * 31 + n * 7) % 256)).toString('base64')],
  ['German', 'Die Straßenverkehrsordnung der Donaudampfschifffahrtsgesellschaft wird überprüft. '.repeat(100)],
  ['Russian', 'Память агентов хранится в графе знаний. '.repeat(200)],
  ['Chinese', '记忆系统保存代理的知识。'.repeat(300)],
  ['Korean', '기억 시스템은 지식을 저장합니다. '.repeat(200)],
  ['Vietnamese', 'Tiếng Việt là ngôn ngữ có thanh điệu. '.repeat(200)],
  ['emoji', '😀👍🏽 '.repeat(1_000)],
  ['punctuation', '!?;:'.repeat(2_000)],
];

describe('the bound of tokens', () => {
  test.each(TEXTS)('lets the model read every passage of %s to its end', (name, text) => {
    const passages = passagesOf(`a title about ${name}`, text);
    expect(passages.length).toBeGreaterThan(2);
    for (const passage of passages) expect(tokenise(passage.embeddingText).length).toBeLessThan(MOST_TOKENS);
  });

  test.each(TEXTS.filter(([name]) => name !== 'emoji'))('is not far too high for %s', (_, text) => {
    const start = text.slice(0, 300);
    expect(tokenBound(start)).toBeLessThan(1.6 * tokenise(start).length);
  });

  test('is at most the bytes of a text, and leaves room below what the model reads', () => {
    for (const [, text] of TEXTS) expect(tokenBound(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
    expect(READ_TOKENS).toBeLessThan(MOST_TOKENS - 2);
  });
});
