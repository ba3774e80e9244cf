import type { Memory } from '../memory/memory.ts';
import type { PendingAction } from '../pending/pendingAction.ts';

/** What `registerEntity` did. */
export interface RegisterResult {
  readonly memory: Memory | null;
  readonly aliases: readonly string[];
  readonly created: boolean;
  readonly pending: PendingAction | null;
}
