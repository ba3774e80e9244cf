// Puts the embedding model into the cache folder named by the argument, while an image is built.
import { resolveEmbeddingModel } from '../dist/runtime/resolveEmbeddingModel.js';
import { describeProgress } from '../dist/runtime/progress.js';

const [cacheFolder] = process.argv.slice(2);
const report = (event) => console.log(describeProgress(event));
console.log(await resolveEmbeddingModel({ cacheFolder, environment: process.env, report }));
