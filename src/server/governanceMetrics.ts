import { Counter, type Registry } from 'prom-client';
import type { Governance } from '../governance/governance.ts';

/** Counts what governance decides, on the server's registry. */
export function createGovernanceMetrics(registry: Registry): Governance['counted'] {
  const decisions = new Counter({
    name: 'mnemograph_governance_decisions_total',
    help: 'Decisions of governance by action and outcome; advised: what was only warned about. Built-in defaults that allow are not counted.',
    labelNames: ['action', 'outcome'],
    registers: [registry],
  });
  return (labels) => decisions.inc(labels);
}
