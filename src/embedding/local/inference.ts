import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Token ids of each text in; one raw vector each out, one after the other. */
export interface Inference {
  readonly dimensions: number;
  run(texts: readonly (readonly number[])[]): Promise<Float32Array>;
}

/**
 * Loads a BERT-like ONNX model (`input_ids`, `attention_mask`, `token_type_ids` → `last_hidden_state`) and runs it once,
 * which allocates its memory and shows its dimensions. The vector of a text is that of its first token (CLS pooling).
 * @throws Error when the file is no such model
 */
export async function loadInference(modelPath: string, threads: number): Promise<Inference> {
  const session = await InferenceSession.create(modelPath, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Threads that spin while they wait are up to 25 % faster on an idle machine and twice as slow on a busy one
    // (2 cores, 64 tokens: 9.9 against 12.6 ms, and 22.6 against 12.7), and the database is our neighbour.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });

  async function hiddenState(texts: readonly (readonly number[])[]) {
    const width = Math.max(...texts.map(({ length }) => length));
    const size = texts.length * width;
    const ids = new BigInt64Array(size);
    const mask = new BigInt64Array(size);
    texts.forEach((tokens, row) =>
      tokens.forEach((token, column) => {
        ids[row * width + column] = BigInt(token);
        mask[row * width + column] = 1n;
      }),
    );
    const shape = [texts.length, width];
    const { last_hidden_state: state } = await session.run({
      input_ids: new Tensor('int64', ids, shape),
      attention_mask: new Tensor('int64', mask, shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(size), shape),
    });
    if (!(state?.data instanceof Float32Array)) throw new Error(`${modelPath} answers no last_hidden_state of floats`);
    return { values: state.data, width, dimensions: state.dims[2] ?? 0 };
  }

  const { dimensions } = await hiddenState([[0]]);
  return {
    dimensions,
    async run(texts) {
      const { values, width } = await hiddenState(texts);
      const vectors = new Float32Array(texts.length * dimensions);
      for (let row = 0; row < texts.length; row++) {
        const start = row * width * dimensions;
        vectors.set(values.subarray(start, start + dimensions), row * dimensions);
      }
      return vectors;
    },
  };
}
