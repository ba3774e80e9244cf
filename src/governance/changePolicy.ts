import type { Outcome } from '../database/writer.ts';
import type { StatementName } from '../database/database.ts';
import { commit, type Committed } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { placesOf } from './namespaceInput.ts';

/** What a change of policies answers; the rest is read when it is asked for. */
export interface NamespaceResult {
  readonly namespace: string;
  readonly pending: PendingAction | null;
}

/** A change of what governs a namespace. */
export interface PolicyChange {
  readonly namespace: string;
  readonly statement: StatementName;
  readonly row: Readonly<Record<string, unknown>>;
  /** What the change makes, for the record. */
  readonly told: Readonly<Record<string, unknown>>;
  /** Namespaces that must be there before; that of the change when absent. */
  readonly places?: readonly string[];
}

/**
 * Commits a change, which moves the version of the policies with it (ADR 0016). Its event is for the record and has no
 * subscribers. Changes of one server come one after the other, those of two under the lock of the root.
 */
export async function changePolicy(
  context: OperationContext,
  { namespace, statement, row, told, places }: PolicyChange,
): Promise<Committed<NamespaceResult>> {
  const { principal, services } = context;
  const committed = await commit<NamespaceResult>(context, {
    statement,
    row: { namespace, by: principal.agentId, ...row },
    keys: ['governance'],
    namespaces: places ?? placesOf(namespace),
    events: () => [
      {
        type: 'GOVERNANCE_POLICY_CHANGE',
        namespace,
        actor: principal.agentId,
        readers: [],
        memoryIds: [],
        payload: told,
      },
    ],
    recover: (): Outcome => ({ outcome: 'OK' }),
    result: () => ({ namespace, pending: null }),
  });
  services.governance.policies.forget();
  return committed;
}
