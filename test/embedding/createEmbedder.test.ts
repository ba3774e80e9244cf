import { describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createEmbedder, type EmbedderOptions } from '../../src/embedding/createEmbedder.ts';

const logger = pino({ level: 'silent' });

test('`none` is no embedder', async () => {
  expect(await createEmbedder({ provider: 'none', logger })).toBeNull();
});

describe('what stops the start, in one message', () => {
  test.each([
    ['no model file', { modelPath: 'nowhere.onnx' }, /cannot be read: .*nowhere\.onnx/],
    ['no tokenizer file', { tokenizerPath: 'nowhere.json' }, /cannot be read: .*nowhere\.json/],
    ['a file that is no tokenizer', { tokenizerPath: 'broken' }, /cannot be loaded: .*JSON/],
    ['a file that is no model', { modelPath: 'broken' }, /cannot be loaded/],
  ])('%s', async (_, change, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'mnemograph-embedding-'));
    try {
      await writeFile(join(folder, 'broken'), 'this is neither');
      // A tokenizer that does nothing is enough to reach the model.
      await writeFile(join(folder, 'tokenizer.json'), TOKENIZER);
      await writeFile(join(folder, 'model.onnx'), 'never read');
      const files = { modelPath: 'model.onnx', tokenizerPath: 'tokenizer.json', ...change };
      const start = createEmbedder({
        provider: 'local',
        modelPath: join(folder, files.modelPath),
        tokenizerPath: join(folder, files.tokenizerPath),
        logger,
      });
      await expect(start).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringMatching(message),
        advice: expect.stringMatching(/download/),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each<[string, Partial<EmbedderOptions & { provider: 'openai' }>, RegExp]>([
    ['an address that is none', { url: 'localhost' }, /EMBEDDING_URL/],
    ['an address of another kind', { url: 'file:///etc' }, /EMBEDDING_URL/],
    ['an address with a password', { url: 'https://me:secret@example.org/v1' }, /EMBEDDING_URL/],
    ['a key with a line break', { apiKey: 'sec\nret' }, /EMBEDDING_API_KEY/],
    ['a service that is not there', { url: 'http://127.0.0.1:9/v1', retryPauseMs: 1 }, /cannot be reached/],
  ])('%s', async (_, change, message) => {
    const start = createEmbedder({ provider: 'openai', url: 'http://127.0.0.1:9', model: 'm', logger, ...change });
    await expect(start).rejects.toMatchObject({ name: 'StartupError', message: expect.stringMatching(message) });
    await expect(start).rejects.not.toThrow(/secret|sec\nret/);
  });
});

const TOKENIZER = JSON.stringify({
  version: '1.0',
  added_tokens: [],
  normalizer: { type: 'BertNormalizer', lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: '[CLS]', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
    pair: [],
    special_tokens: { '[CLS]': { id: '[CLS]', ids: [1], tokens: ['[CLS]'] } },
  },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    vocab: { '[UNK]': 0, '[CLS]': 1, a: 2 },
  },
});
