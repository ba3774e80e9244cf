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
