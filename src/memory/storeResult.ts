import type { PendingAction } from '../pending/pendingAction.ts';
import type { Memory } from './memory.ts';

/** What `storeMemory` did. */
export interface StoreResult {
  readonly memory: Memory | null;
  readonly created: boolean;
  readonly pending: PendingAction | null;
  /** Whether the writer wants to hear of memories that may say the opposite; looked up when they are selected. */
  readonly detectConflicts: boolean;
}
