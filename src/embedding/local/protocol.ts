/** What the inference thread is started with (`workerData`). */
export interface InferenceThreadData {
  readonly modelPath: string;
  readonly tokenizerPath: string;
  /** Threads that one inference may use. */
  readonly threads: number;
  /** Memory of the thread's BusyFlag: raised by whoever gives it work, lowered by the thread when it is done. */
  readonly busy: SharedArrayBuffer;
}

/** A batch to embed; the thread answers each with one {@link FromInferenceThread} before it gets the next. */
export interface ToInferenceThread {
  readonly texts: readonly string[];
}

/** What the inference thread says. */
export type FromInferenceThread =
  | { readonly kind: 'ready'; readonly dimensions: number }
  /** The raw vectors of a batch, one after the other. */
  | { readonly kind: 'vectors'; readonly values: Float32Array }
  /** The model refused the batch; the thread goes on. */
  | { readonly kind: 'refused'; readonly message: string };
