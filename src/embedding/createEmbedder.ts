import type { Logger } from 'pino';
import { startLocalEmbedder } from './local/localEmbedder.ts';
import type { LocalModel } from './local/localEmbedder.ts';
import { startOpenaiEmbedder } from './openai/openaiEmbedder.ts';
import type { OpenaiSettings } from './openai/openaiEmbedder.ts';
import type { Embedder } from './port.ts';
import { withQuestionCache } from './questionCache.ts';

/** Which embedder, and what it needs. */
export type EmbedderOptions = { readonly logger: Logger } & (
  | { readonly provider: 'none' }
  | ({ readonly provider: 'local' } & LocalModel)
  | ({ readonly provider: 'openai' } & OpenaiSettings)
);

/**
 * Starts the embedder that the settings name, with the question cache in front; `null` for `none`.
 * @throws StartupError when it cannot be started
 */
export async function createEmbedder(options: EmbedderOptions): Promise<Embedder | null> {
  switch (options.provider) {
    case 'none':
      return null;
    case 'local':
      return withQuestionCache(await startLocalEmbedder(options, options.logger));
    case 'openai':
      return withQuestionCache(await startOpenaiEmbedder(options, options.logger));
  }
}
