import { toLocalDateTime } from '../database/values.ts';
import { keyReused } from './idempotency.ts';
import type { OperationContext } from './operation.ts';

/** The steps of an operation that commits more than once. */
export interface Steps<Plan, Result> {
  /** Works out what is to be done, or answers at once. A plan is plain JSON. */
  plan(): Promise<{ readonly plan: Plan } | { readonly answer: Result }>;
  /** Does it; what was done before must count as done. */
  carryOut(plan: Plan): Promise<Result>;
}

/**
 * Runs an operation of several commits. With an idempotency key the plan is kept before the first commit: a repetition, also
 * one at the same time or after a kill in between, carries out the same plan and answers alike.
 * @throws OperationRefused CONFLICT when the key was used for another input
 */
export async function stepwise<Plan, Result>(context: OperationContext, steps: Steps<Plan, Result>): Promise<Result> {
  const { idempotency, services } = context;
  const plan = await keptPlan<Plan>(context);
  if (plan !== undefined) return await finish(context, await steps.carryOut(plan));
  const worked = await steps.plan();
  if ('answer' in worked) return worked.answer;
  if (!idempotency) return await steps.carryOut(worked.plan);
  const [begun] = await services.database.write((run) =>
    run<{ inputHash: string; plan: string | null; result: string | null }>('idempotency/begin', {
      ...idempotency,
      plan: JSON.stringify(worked.plan),
      now: toLocalDateTime(services.clock()),
    }),
  );
  if (begun?.inputHash !== idempotency.inputHash) throw keyReused();
  if (begun.result !== null) return JSON.parse(begun.result) as Result;
  return await finish(context, await steps.carryOut(JSON.parse(begun.plan ?? 'null') as Plan));
}

async function keptPlan<Plan>({ idempotency, services }: OperationContext): Promise<Plan | undefined> {
  if (!idempotency) return undefined;
  const [kept] = await services.database.read<{ inputHash: string; plan: string }>('idempotency/find-plan', {
    key: idempotency.key,
  });
  if (kept && kept.inputHash !== idempotency.inputHash) throw keyReused();
  return kept && (JSON.parse(kept.plan) as Plan);
}

async function finish<Result>({ idempotency, services }: OperationContext, result: Result): Promise<Result> {
  if (!idempotency) return result;
  const [kept] = await services.database.write((run) =>
    run<{ result: string }>('idempotency/finish', { key: idempotency.key, result: JSON.stringify(result) }),
  );
  return kept ? (JSON.parse(kept.result) as Result) : result;
}
