import { badUserInput, OperationRefused } from '../errors.ts';
import { parseInput } from '../pipeline/parseInput.ts';
import { wirePolicySchema } from './policyInput.ts';
import { NO_VALUES, type PolicyValues } from './policyNode.ts';

const PATH = 'metadata.governance';

/**
 * The policy in the metadata of a standard; one that says nothing where there is none.
 * @throws OperationRefused BAD_USER_INPUT naming the path, such as `metadata.governance.write`
 */
export function standardValues(metadata: Readonly<Record<string, unknown>>): PolicyValues {
  const governance = metadata['governance'];
  if (governance === undefined || governance === null) return NO_VALUES;
  try {
    return parseInput(wirePolicySchema, governance);
  } catch (refusal) {
    if (!(refusal instanceof OperationRefused)) throw refusal;
    const { field, bound, actual } = refusal.details as { field: string; bound: string; actual: unknown };
    throw badUserInput(field === 'input' ? PATH : `${PATH}.${field}`, bound, actual);
  }
}
