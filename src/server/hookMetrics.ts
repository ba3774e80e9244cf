import { Counter, Histogram, type Registry } from 'prom-client';
import type { HookMetrics } from '../hook/metrics.ts';

/** What the hook chain counts, on the server's registry. Labels are ids of hooks.toml: a set the operator closes. */
export function createHookMetrics(registry: Registry): HookMetrics {
  const registers = [registry];
  return {
    fired: new Counter({
      name: 'mnemograph_hook_events_fired_total',
      help: 'Hook firings that gave a decision, by outcome.',
      labelNames: ['hook', 'event', 'outcome'],
      registers,
    }),
    dropped: new Counter({
      name: 'mnemograph_hook_events_dropped_total',
      help: 'Hook firings without a decision, by cause.',
      labelNames: ['hook', 'event', 'cause'],
      registers,
    }),
    seconds: histogram(registers),
    restarts: new Counter({
      name: 'mnemograph_hook_daemon_restarts_total',
      help: 'Processes of a hook in mode daemon that took the place of another.',
      labelNames: ['hook', 'event'],
      registers,
    }),
  };
}

function histogram(registers: Registry[]): HookMetrics['seconds'] {
  return new Histogram({
    name: 'mnemograph_hook_seconds',
    help: 'Time from a firing to its decision or failure.',
    labelNames: ['hook', 'event'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    registers,
  });
}
