import { watch, type FSWatcher } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { LayerSource } from './hookLayer.ts';
import { glance } from './layers.ts';

/** How long changes are collected before they are looked at: editors write a file in several steps. */
const DEBOUNCE_MS = 100;
/** How often the files are looked at for what no watcher tells: network folders, folders that were not there. */
const POLL_MS = 2_000;

/**
 * Calls `changed` when a file of a layer changes, appears or goes, until stopped. Calls never overlap.
 * @param changed must not throw
 */
export function watchLayers(sources: readonly LayerSource[], changed: () => Promise<void>): { stop(): Promise<void> } {
  const watchers = [...new Set(sources.flatMap(({ path }) => [resolve(path), dirname(resolve(path))]))].flatMap(
    (path) => watchOne(path, soon),
  );
  // Unlike any glance, so that what changed between the reading and the first look is seen.
  let last = '';
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const poll = setInterval(look, POLL_MS);

  function soon(): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(look, DEBOUNCE_MS);
  }

  function look(): void {
    running = running.then(async () => {
      const now = await glance(sources);
      if (now === last || stopped) return;
      last = now;
      await changed();
    });
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(poll);
      for (const watcher of watchers) watcher.close();
      await running;
    },
  };
}

/** None where there is nothing to watch, or the system has no watchers left; polling sees the rest. */
function watchOne(path: string, changed: () => void): FSWatcher[] {
  try {
    const watcher = watch(path, { persistent: false }, changed);
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}
