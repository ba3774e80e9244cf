import { PolicyMoved } from '../database/policyVersion.ts';
import { Overtaken } from './overtaken.ts';
import type { Services } from './services.ts';

/**
 * Runs a transaction that compares the version of the policies itself, beside the writer's batches.
 * @throws Overtaken when the policies that allowed it have changed; nothing is written then
 */
export async function underPolicies<Result>(
  { governance }: Pick<Services, 'governance'>,
  transaction: () => Promise<Result>,
): Promise<Result> {
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof PolicyMoved)) throw error;
    governance.policies.saw(error.version);
    throw new Overtaken();
  }
}
