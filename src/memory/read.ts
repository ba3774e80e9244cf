import { toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { Memory } from './memory.ts';
import { fromRecord, type MemoryRecord } from './record.ts';

/** Live memories that the caller may read, in the order of `ids`; what is hidden or missing is left out. */
export async function readMemories(
  { services, principal, bookmarks }: OperationContext,
  ids: readonly string[],
): Promise<Memory[]> {
  const rows = await services.database.read<{ record: MemoryRecord }>(
    'memory/read',
    { ids, now: toLocalDateTime(services.clock()), reader: readerOf(principal) },
    { bookmarks },
  );
  return rows.map(({ record }) => fromRecord(record));
}
