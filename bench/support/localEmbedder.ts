import { homedir } from 'node:os';
import pino from 'pino';
import { createEmbedder } from '../../src/embedding/createEmbedder.ts';
import type { Embedder } from '../../src/embedding/port.ts';
import { cacheFolder } from '../../src/runtime/cacheFolder.ts';
import { resolveEmbeddingModel } from '../../src/runtime/resolveEmbeddingModel.ts';

/** The real model, as a server without settings has it. */
export async function localEmbedder(): Promise<Embedder> {
  const cache = cacheFolder({
    configured: process.env['MNEMOGRAPH_CACHE'] || undefined,
    environment: process.env,
    platform: process.platform,
    userHome: homedir(),
  });
  const files = await resolveEmbeddingModel({ cacheFolder: cache, environment: process.env, report: () => {} });
  const embedder = await createEmbedder({ provider: 'local', logger: pino({ level: 'silent' }), ...files });
  if (!embedder) throw new Error('no embedder');
  return embedder;
}
