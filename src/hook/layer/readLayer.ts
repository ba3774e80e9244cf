import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ConfiguredHook, HookMode } from '../definition.ts';
import { HooksFileError } from '../hooksFile.ts';
import { rankOf } from '../scope.ts';
import { checksumOf, readDefinitions } from './definitionFile.ts';
import type { HookLayer, LayerFile, LayerSource } from './hookLayer.ts';
import type { SkippedHook } from './skippedHook.ts';

/** What reading layers needs to know. */
export interface ReadOptions {
  /** Modes that this server can run. */
  readonly modes: ReadonlySet<HookMode>;
  /** Folders of programs, as in PATH. */
  readonly searchPath: string;
}

/**
 * Reads a layer. A file whose checksum is as before is not parsed again; one that cannot be used keeps its last good copy and
 * says so, and without one defines nothing. Never throws.
 * @param previous the layer as it was read before
 */
export async function readLayer(
  source: LayerSource,
  previous: HookLayer | undefined,
  options: ReadOptions,
): Promise<HookLayer> {
  const root = resolve(source.path);
  const before = new Map(previous?.files.map((file) => [file.path, file]));
  const { paths, inFolder } = await filesOf(root);
  const files: LayerFile[] = [];
  for (const path of paths) {
    const file = await readOne(path, before.get(path), { ...options, scope: source.scope, inFolder });
    if (file) files.push(file);
  }
  const { hooks, duplicates } = withoutDuplicates(files);
  return {
    scope: source.scope,
    rank: rankOf(source.scope),
    path: root,
    checksum:
      files.length === 0 ? null : checksumOf(files.map(({ path, checksum }) => `${path}\0${checksum}\n`).join('')),
    files,
    hooks,
    skipped: [...files.flatMap((file) => file.skipped), ...duplicates],
  };
}

/** The files of a layer, by name. A path that cannot be looked at counts as a file, so that reading it says why. */
async function filesOf(root: string): Promise<{ paths: string[]; inFolder: boolean }> {
  try {
    const names = await readdir(root);
    return {
      paths: names
        .filter((name) => name.endsWith('.toml'))
        .sort()
        .map((name) => join(root, name)),
      inFolder: true,
    };
  } catch {
    return { paths: [root], inFolder: false };
  }
}

/** Null when the file is not there. */
async function readOne(
  path: string,
  before: LayerFile | undefined,
  context: ReadOptions & Pick<LayerSource, 'scope'> & { inFolder: boolean },
): Promise<LayerFile | null> {
  let checksum = '';
  try {
    const bytes = await readFile(path);
    checksum = checksumOf(bytes);
    if (before?.checksum === checksum && !dependsOnMore(before)) return before;
    return { path, checksum, ...readDefinitions(bytes.toString('utf8'), path, context), error: null, stale: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const message = error instanceof HooksFileError ? error.message : `${path}: ${(error as Error).message}`;
    // A broken copy of a broken file has no good one behind it.
    const good = before && (before.error === null || before.stale) ? before : null;
    return {
      ...{ path, checksum, error: message },
      ...{ hooks: good?.hooks ?? [], skipped: good?.skipped ?? [], stale: good !== null },
    };
  }
}

/** A program that was missing may be there by now, though the file did not change. */
function dependsOnMore({ skipped }: LayerFile): boolean {
  return skipped.some(({ reason }) => reason === 'MissingExecutable');
}

function withoutDuplicates(files: readonly LayerFile[]): { hooks: ConfiguredHook[]; duplicates: SkippedHook[] } {
  const first = new Map<string, string>();
  const hooks: ConfiguredHook[] = [];
  const duplicates: SkippedHook[] = [];
  for (const { path, hooks: own } of files)
    for (const hook of own) {
      const taken = first.get(hook.id);
      if (taken === undefined) {
        first.set(hook.id, path);
        hooks.push(hook);
      } else duplicates.push({ hookId: hook.id, reason: 'DuplicateId', details: `the id is taken in ${taken}`, path });
    }
  return { hooks, duplicates };
}
