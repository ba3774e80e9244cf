import { describe, expect, test } from '@jest/globals';
import { asSent, SINGLE_PARAMETER } from '../../src/database/singleParameter.ts';
import { statements } from '../../src/generated/statements.ts';
import { askPlan, type PlanStep } from '../support/graph.ts';

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

describe('the plan of', () => {
  test.each(PLANNED)('%s finds its rows by an index', async (name) => {
    const plan = await askPlan(asSent(name), { [SINGLE_PARAMETER]: {} });
    const scans = stepsOf(plan).filter(({ operatorType }) => SCANS.test(operatorType.replace(/@.*$/, '')));
    const told = scans.map(({ operatorType, arguments: { Details } }) => `${operatorType} ${String(Details)}`);
    expect(name in WHOLE ? [] : told).toEqual([]);
  });
});
