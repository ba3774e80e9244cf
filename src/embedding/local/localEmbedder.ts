import { access, constants } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { StartupError } from '../../runtime/startupError.ts';
import { BatchQueue } from '../batchQueue.ts';
import type { Embedder } from '../port.ts';
import { InferenceThread } from './inferenceThread.ts';
import { cutText, estimateTokens } from './tokeniser.ts';

/** Where the local model is. */
export interface LocalModel {
  /** The ONNX graph with its weights. */
  readonly modelPath: string;
  /** The Hugging Face `tokenizer.json`. */
  readonly tokenizerPath: string;
}

const MODEL = 'bge-small-en-v1.5-q8';
const MOST_TEXTS = 32;
const MOST_WAITING = 20_000;
/**
 * Tokens of a batch with its padding: 16 texts of 32 tokens. More brings little, and a question that arrives waits for
 * the batch under way. Measured on 2 shared cores, two runs, ms a text: 32 tokens alone 7.9 to 9.2, in a batch of 8 4.6
 * to 5.1, of 32 3.6 to 5.0; 64 tokens alone 12.6 to 12.7, by 8 6.3 to 8.7, by 32 5.7 to 10.5; 128 tokens alone 21.7 to
 * 24.1, by 4 14.8 to 17.7, by 32 13.5 to 14.5.
 */
const MOST_TOKENS_A_BATCH = 512;
/**
 * One inference takes as many threads as there are cores, but leaves most of a large machine to the database. Two
 * against one, 64 tokens by 8: 6.3 to 8.7 ms a text against 9.2 to 9.3.
 */
const MOST_THREADS = 4;

/**
 * Starts the local embedder: the model in a thread of its own, one batch at a time.
 *
 * The int8 model scales its activations over the whole batch, so the vector of a text depends a little on its
 * companions: cosine 0.995 or more to the vector of the text alone, and exactly 1 for the same batch.
 * @throws StartupError when a file is missing or is no model
 */
export async function startLocalEmbedder({ modelPath, tokenizerPath }: LocalModel, logger: Logger): Promise<Embedder> {
  const advice = 'Remove the folder it is in, so that the next start downloads the model again.';
  for (const path of [modelPath, tokenizerPath]) {
    await access(path, constants.R_OK).catch((cause: unknown) => {
      throw new StartupError(`The embedding model cannot be read: ${path}`, advice, { cause });
    });
  }
  const threads = Math.min(MOST_THREADS, availableParallelism());
  const thread = await InferenceThread.start({ modelPath, tokenizerPath, threads }, logger).catch((cause: Error) => {
    throw new StartupError(`The embedding model ${modelPath} cannot be loaded: ${cause.message}`, advice, { cause });
  });
  const { dimensions } = thread;

  const queue = new BatchQueue({
    dimensions,
    maxTexts: MOST_TEXTS,
    maxWeight: MOST_TOKENS_A_BATCH,
    weigh: estimateTokens,
    concurrency: 1,
    capacity: MOST_WAITING,
    async run(texts) {
      const values = await thread.run(texts);
      return texts.map((_, row) => values.subarray(row * dimensions, (row + 1) * dimensions));
    },
  });

  return {
    model: `${MODEL}@${dimensions}`,
    dimensions,
    // Cut before it waits: thousands of long texts may.
    embed: (texts, options) => queue.embed(texts.map(cutText), options),
    close() {
      queue.close();
      return thread.close();
    },
  };
}
