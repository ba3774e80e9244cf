import { homedir } from 'node:os';
import { cacheFolder } from '../../src/runtime/cacheFolder.ts';
import { resolveEmbeddingModel, type EmbeddingModelFiles } from '../../src/runtime/resolveEmbeddingModel.ts';

/** The real embedding model, from the same cache that the product uses; downloaded when it is not there yet. */
export function embeddingModel(): Promise<EmbeddingModelFiles> {
  const folder = cacheFolder({
    configured: process.env['MNEMOGRAPH_CACHE'] || undefined,
    environment: process.env,
    platform: process.platform,
    userHome: homedir(),
  });
  return resolveEmbeddingModel({ cacheFolder: folder, environment: process.env, report: () => undefined });
}
