import { parentPort, workerData } from 'node:worker_threads';
import { BusyFlag } from './busyFlag.ts';
import { loadInference } from './inference.ts';
import type { FromInferenceThread, InferenceThreadData, ToInferenceThread } from './protocol.ts';
import { loadTokeniser } from './tokeniser.ts';

// The thread's whole program: a session.run blocks its thread, so it must not be the one that serves requests.
const port = parentPort;
if (port === null) throw new Error('inferenceWorker runs as a worker thread only');
const { modelPath, tokenizerPath, threads, busy: memory } = workerData as InferenceThreadData;
const busy = new BusyFlag(memory);
function say(message: FromInferenceThread, transfer: ArrayBuffer[] = []): void {
  busy.lower();
  port?.postMessage(message, transfer);
}

const tokenise = loadTokeniser(tokenizerPath);
const inference = await loadInference(modelPath, threads);
await inference.run([tokenise('a first text, so that the first real one finds everything warm')]);

port.on('message', ({ texts }: ToInferenceThread) => {
  embed(texts).then(
    (values) => say({ kind: 'vectors', values }, [values.buffer as ArrayBuffer]),
    (error: unknown) => say({ kind: 'refused', message: error instanceof Error ? error.message : String(error) }),
  );
});
say({ kind: 'ready', dimensions: inference.dimensions });

async function embed(texts: readonly string[]): Promise<Float32Array> {
  return inference.run(texts.map(tokenise));
}
