import { homedir } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { cacheFolder } from '../runtime/cacheFolder.ts';
import type { Environment } from '../runtime/environment.ts';
import type { ReportProgress } from '../runtime/progress.ts';
import { resolveEmbeddingModel } from '../runtime/resolveEmbeddingModel.ts';
import { createEmbedder } from './createEmbedder.ts';
import type { Embedder } from './port.ts';

/** What opening takes from the process around it. */
export interface OpenEmbedderOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
  /** Hears of the model being fetched. */
  readonly report: ReportProgress;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the embedder that the settings name, fetching its model when it is not there yet.
 * @returns null for EMBEDDING_PROVIDER=none
 * @throws StartupError with what is wrong and what to do
 */
export async function openEmbedder(options: OpenEmbedderOptions): Promise<Embedder | null> {
  const { config, environment, log, report, signal } = options;
  switch (config.EMBEDDING_PROVIDER) {
    case 'none':
      return null;
    case 'local': {
      const cache = cacheFolder({
        configured: config.MNEMOGRAPH_CACHE,
        environment,
        platform: process.platform,
        userHome: homedir(),
      });
      const model = await resolveEmbeddingModel({ cacheFolder: cache, environment, report, signal });
      return await createEmbedder({ provider: 'local', logger: log, ...model });
    }
    case 'openai':
      return await createEmbedder({
        provider: 'openai',
        logger: log,
        url: config.EMBEDDING_URL,
        model: config.EMBEDDING_MODEL,
        apiKey: config.EMBEDDING_API_KEY,
        dimensions: config.EMBEDDING_DIMENSIONS,
      });
  }
}
