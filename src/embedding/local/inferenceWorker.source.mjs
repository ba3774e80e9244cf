// Starts inferenceWorker.ts where the program runs from source: Node 20 cannot load TypeScript into a thread by itself.
// The built program starts inferenceWorker.js directly and has no copy of this file.
import { tsImport } from 'tsx/esm/api';

await tsImport('./inferenceWorker.ts', import.meta.url);
