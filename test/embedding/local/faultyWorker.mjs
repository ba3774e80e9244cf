// Speaks the protocol of the inference thread and fails on command: each text is a command, or becomes [its length, 1].
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

if (workerData.modelPath === 'throws') throw new Error('no such model');
if (workerData.modelPath === 'exits') process.exit(1);

parentPort.on('message', async ({ texts }) => {
  if (texts.includes('exit')) process.exit(3);
  if (texts.includes('throw')) setImmediate(() => { throw new Error('native failure'); }); // prettier-ignore
  if (texts.includes('throw')) return;
  if (texts.includes('slow')) await sleep(300);
  if (texts.includes('refuse')) parentPort.postMessage({ kind: 'refused', message: 'not this one' });
  else
    parentPort.postMessage({ kind: 'vectors', values: Float32Array.from(texts.flatMap(({ length }) => [length, 1])) });
});
parentPort.postMessage({ kind: 'ready', dimensions: 2 });
