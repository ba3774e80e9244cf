import { stat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ConfiguredHook } from '../definition.ts';
import type { HookLayer, LayerSource } from './hookLayer.ts';
import { readLayer, type ReadOptions } from './readLayer.ts';

/** All layers, and what they define together. */
export interface Layers {
  /** By rank. */
  readonly layers: readonly HookLayer[];
  /** By rank, then in the order of their files. */
  readonly hooks: readonly ConfiguredHook[];
}

/**
 * Reads all layers.
 * @param previous the layers as they were read before
 */
export async function readLayers(
  sources: readonly LayerSource[],
  previous: Layers | undefined,
  options: ReadOptions,
): Promise<Layers> {
  const layers = await Promise.all(
    sources.map((source) =>
      readLayer(
        source,
        previous?.layers.find(({ scope, path }) => scope === source.scope && path === resolve(source.path)),
        options,
      ),
    ),
  );
  const ordered = layers.toSorted((left, right) => left.rank - right.rank);
  return { layers: ordered, hooks: ordered.flatMap(({ hooks }) => hooks) };
}

/** True when a reading came to other hooks, checksums or faults than the one before. */
export function differs(one: Layers, other: Layers): boolean {
  const summary = ({ layers }: Layers): string =>
    JSON.stringify(
      layers.map(({ files, skipped }) => [files.map(({ path, checksum, error }) => [path, checksum, error]), skipped]),
    );
  return summary(one) !== summary(other);
}

/** Names, times and sizes of the files of all layers: when it is as before, nothing needs to be read. */
export async function glance(sources: readonly LayerSource[]): Promise<string> {
  const marks = await Promise.all(sources.map(({ path }) => mark(resolve(path))));
  return marks.join('\n');
}

async function mark(path: string): Promise<string> {
  try {
    const entry = await stat(path);
    if (!entry.isDirectory()) return `${path} ${entry.mtimeMs} ${entry.ctimeMs} ${entry.size} ${entry.ino}`;
    const names = (await readdir(path)).filter((name) => name.endsWith('.toml')).sort();
    return (await Promise.all(names.map((name) => mark(join(path, name))))).join('\n');
  } catch {
    return `${path} -`;
  }
}
