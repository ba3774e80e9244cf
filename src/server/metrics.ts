import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the server counts. Other parts register theirs on `registry`. */
export interface Metrics {
  readonly registry: Registry;
  /** Seconds of an operation, from reading the request to its result; its count is the number of operations. */
  readonly operations: Histogram<'field' | 'type' | 'code' | 'transport'>;
  /** HTTP requests refused before they were a GraphQL request. */
  readonly refusedRequests: Counter<'reason'>;
  /** Open sockets. */
  readonly sockets: Gauge;
  /** Running subscriptions. */
  readonly subscriptions: Gauge;
  /** Sockets by the code they were closed with. */
  readonly closedSockets: Counter<'code'>;
}

/**
 * The metrics of one process, on a registry of their own. Labels come from closed sets (root fields of the schema, error
 * codes), never from names that clients choose: each new label value is memory kept for good.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    operations: new Histogram({
      name: 'mnemograph_operation_seconds',
      help: 'Duration of GraphQL operations by root field, operation type, outcome code and transport.',
      labelNames: ['field', 'type', 'code', 'transport'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    refusedRequests: new Counter({
      name: 'mnemograph_refused_requests_total',
      help: 'HTTP requests and WebSocket upgrades refused at the door, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    sockets: new Gauge({ name: 'mnemograph_sockets', help: 'Open WebSockets.', registers }),
    subscriptions: new Gauge({ name: 'mnemograph_subscriptions', help: 'Running subscriptions.', registers }),
    closedSockets: new Counter({
      name: 'mnemograph_closed_sockets_total',
      help: 'WebSockets closed, by close code.',
      labelNames: ['code'],
      registers,
    }),
  };
}
