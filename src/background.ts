import type { Config } from './config.ts';
import { SlotWatch } from './database/slotWatch.ts';
import { PostHookRunner } from './event/postHookRunner.ts';
import { OutboxPruner } from './event/pruner.ts';
import { RunPruner } from './hookRegistry/runPruner.ts';
import { EmbeddingBackfill } from './memory/backfill.ts';
import { ExpiryCollector } from './memory/collect.ts';
import { PendingExpirer } from './pending/expire.ts';
import type { Services } from './pipeline/services.ts';

/** Something that runs beside the requests. */
export interface Background {
  stop(): Promise<void>;
}

/**
 * Starts what runs beside the requests: post-hooks, the pruners of the outbox and of hooks' records, the collector of what
 * has expired, the end of actions that nobody decided, the embedding of what waits for it, and the watch over the vectors in use.
 * Each may run on any number of servers; leases and claims in the graph keep them apart.
 */
export async function startBackground(services: Services, config: Config): Promise<Background[]> {
  const { database, writer, embedder, hooks, events, log, clock } = services;
  const retentionHours = config.EVENT_RETENTION_HOURS;
  const postHooks = new PostHookRunner({ database, tail: events.tail, hooks, log, retentionHours });
  await postHooks.start();
  hooks.onChange(() => postHooks.wake());
  const pruner = new OutboxPruner({ database, log, clock, retentionHours });
  pruner.start();
  const collector = new ExpiryCollector({ ...services, intervalMs: config.COLLECT_INTERVAL_SECONDS * 1000 });
  collector.start();
  const runPruner = new RunPruner({ database, log, clock });
  runPruner.start();
  const expirer = new PendingExpirer({ database, log, clock, committed: () => events.tail.wake() });
  expirer.start();
  const slotWatch = new SlotWatch(database, log);
  await slotWatch.start();
  if (!embedder) return [postHooks, pruner, collector, runPruner, expirer, slotWatch];
  const backfill = new EmbeddingBackfill({ database, writer, embedder, log, clock });
  backfill.start();
  return [postHooks, pruner, collector, runPruner, expirer, slotWatch, backfill];
}
