import type { Logger } from 'pino';
import { StartupError } from '../../runtime/startupError.ts';
import { BatchQueue } from '../batchQueue.ts';
import { EmbeddingError } from '../embeddingError.ts';
import type { Embedder } from '../port.ts';
import { CircuitBreaker } from './circuitBreaker.ts';
import { requestEmbeddings, type EmbeddingsEndpoint } from './embeddingsRequest.ts';
import { withRetries } from './retry.ts';
import { wireText } from './wireText.ts';

/** An OpenAI-compatible embedding service: OpenAI, Ollama, vLLM, TEI, … */
export interface OpenaiSettings {
  /** Base address; `/embeddings` is added to its path. */
  readonly url: string;
  /** Model name. */
  readonly model: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string | undefined;
  /** Dimensions to ask for; learnt by a request at the start when absent. */
  readonly dimensions?: number | undefined;
  /** Milliseconds until one request is given up; 10,000 when absent. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds before the first repetition of a request that failed in passing; 200 when absent. */
  readonly retryPauseMs?: number | undefined;
}

const TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 200;
const MOST_TEXTS = 64;
/** UTF-16 units in a request, padding counted: far below the 300,000 tokens that OpenAI takes. */
const MOST_TEXT_A_REQUEST = 400_000;
const REQUESTS_AT_ONCE = 4;
const MOST_WAITING = 20_000;
/** A refused text longer than this is sent again cut in half: it may have had too many tokens for the model. */
const SHORTEST_CUT = 1_000;

/**
 * Starts an embedder that asks an OpenAI-compatible service. With `dimensions` set nothing is sent, so that a service
 * that is down does not stop the start.
 * @throws StartupError when the settings cannot be used, or the dimensions are not set and the service does not tell them
 */
export async function startOpenaiEmbedder(settings: OpenaiSettings, logger: Logger): Promise<Embedder> {
  const endpoint = toEndpoint(settings);
  const pauseMs = settings.retryPauseMs ?? RETRY_PAUSE_MS;
  const breaker = new CircuitBreaker();
  const ended = new AbortController();

  const request = (texts: readonly string[], signal: AbortSignal) =>
    withRetries(() => breaker.run(() => requestEmbeddings(endpoint, texts, signal)), { pauseMs, signal });

  async function embedBatch(texts: readonly string[], unwanted: AbortSignal): Promise<readonly unknown[][]> {
    const signal = AbortSignal.any([unwanted, ended.signal]);
    try {
      return await request(texts, signal);
    } catch (error) {
      const [text = ''] = texts;
      const tooLong = error instanceof EmbeddingError && error.failure === 'text' && text.length > SHORTEST_CUT;
      if (texts.length > 1 || !tooLong || signal.aborted) throw error;
      logger.debug({ units: text.length }, 'the embedding service refused a long text; its first half is sent');
      return embedBatch([wireText(text, text.length >> 1)], unwanted);
    }
  }

  const dimensions = settings.dimensions ?? (await learnDimensions(endpoint, request));
  const queue = new BatchQueue({
    dimensions,
    maxTexts: MOST_TEXTS,
    maxWeight: MOST_TEXT_A_REQUEST,
    weigh: (text) => text.length,
    concurrency: REQUESTS_AT_ONCE,
    capacity: MOST_WAITING,
    run: embedBatch,
  });
  return {
    model: `openai:${settings.model}@${dimensions}`,
    dimensions,
    embed: (texts, options) =>
      queue.embed(
        texts.map((text) => wireText(text)),
        options,
      ),
    async close() {
      queue.close();
      ended.abort(new EmbeddingError('closed', 'the embedder is closed'));
    },
  };
}

function toEndpoint({ url, model, apiKey, dimensions, timeoutMs = TIMEOUT_MS }: OpenaiSettings): EmbeddingsEndpoint {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password) {
    throw new StartupError(
      'EMBEDDING_URL is no address of an embedding service',
      'Give an http or https address without user and password, such as https://api.openai.com/v1.',
    );
  }
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/embeddings`;
  const key = apiKey?.trim();
  if (key && !/^[\x21-\x7e]+$/.test(key)) {
    throw new StartupError(
      'EMBEDDING_API_KEY holds a character that no key has',
      'Check for blanks and line breaks within the key.',
    );
  }
  return { address, model, apiKey: key || undefined, dimensions, timeoutMs };
}

async function learnDimensions(
  endpoint: EmbeddingsEndpoint,
  request: (texts: readonly string[], signal: AbortSignal) => Promise<readonly unknown[][]>,
): Promise<number> {
  try {
    const [vector = []] = await request(['dimensions'], new AbortController().signal);
    if (vector.length === 0) throw new EmbeddingError('provider', `${endpoint.address.host} answered an empty vector`);
    return vector.length;
  } catch (error) {
    throw new StartupError(
      `The embedding service does not answer as it should: ${error instanceof Error ? error.message : String(error)}`,
      'Check EMBEDDING_URL, EMBEDDING_MODEL and EMBEDDING_API_KEY, or set EMBEDDING_DIMENSIONS to start without asking.',
    );
  }
}
