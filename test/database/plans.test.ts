import { beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { asSent, SINGLE_PARAMETER } from '../../src/database/singleParameter.ts';
import { statements } from '../../src/generated/statements.ts';
import { askGraph, askPlan, type PlanStep } from '../support/graph.ts';
import { caller } from '../support/memories.ts';

/** What no statement may do: its time would grow with the graph, not with the question. */
const SCANS = /^(AllNodesScan|PartitionedAllNodesScan|.*LabelScan|.*RelationshipTypeScan|NodeIndexScan)$/;

/** Statements that may read a whole index, and why. */
const WHOLE: Readonly<Record<string, string>> = {
  'database/lock-migrations': 'reads all migrations, of which there are a handful, once a start',
  'memory/stats': 'counts what there is',
  'namespace/taxonomy': 'counts what there is',
  'pending/list': 'reads in the order of the index, and stops at the limit',
};

/** Changes of the schema and calls of procedures alone have no plan to look at. */
const PLANNED = Object.keys(statements).filter((name) => {
  const text = statements[name as keyof typeof statements];
  return !name.startsWith('migrations/') && !/\b(CREATE|DROP|SHOW) (CONSTRAINT|VECTOR|INDEX)/.test(text);
}) as (keyof typeof statements)[];

function stepsOf(plan: PlanStep): PlanStep[] {
  return [plan, ...plan.children.flatMap(stepsOf)];
}

// In a graph of a few rows any plan is as good as another: enough of them, and the planner made to count them.
beforeAll(async () => {
  const inputs = Array.from({ length: 400 }, (_, index) => ({
    ...{
      title: `row ${index}`,
      content: `row ${index}`,
      tier: 'LONG',
      force: true,
      namespace: `plans/${randomUUID()}`,
    },
  }));
  const document = 'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount } }';
  expect(await caller().run(document, { inputs })).toEqual({ storeMemories: { storedCount: inputs.length } });
  await askGraph('CALL db.prepareForReplanning(60)');
});

describe('the plan of', () => {
  test.each(PLANNED)('%s finds its rows by an index', async (name) => {
    const plan = await askPlan(asSent(name), { [SINGLE_PARAMETER]: {} });
    const scans = stepsOf(plan).filter(({ operatorType }) => SCANS.test(operatorType.replace(/@.*$/, '')));
    const told = scans.map(({ operatorType, arguments: { Details } }) => `${operatorType} ${String(Details)}`);
    expect(name in WHOLE ? [] : told).toEqual([]);
  });
});
