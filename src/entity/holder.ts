import { toLocalDateTime } from '../database/values.ts';
import { mayRead, readerOf, readersOf } from '../governance/audience.ts';
import type { Memory } from '../memory/memory.ts';
import { fromRecord, type MemoryRecord } from '../memory/record.ts';
import { titleKeyOf } from '../memory/titleKey.ts';
import { titleTaken } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { NameRecord } from './names.ts';
import type { RegisterInput } from './registerInput.ts';

/** The live memory that has the canonical name as its title, and the names it goes by. */
export interface Holder {
  readonly memory: Memory;
  readonly names: readonly Pick<NameRecord, 'key' | 'alias'>[];
}

/** Who holds the canonical name of an entity that is to be registered; null for nobody. */
export async function holderOf(context: OperationContext, input: RegisterInput): Promise<Holder | null> {
  const { services, principal } = context;
  const key = titleKeyOf({ ...input, title: input.canonicalName, agentId: principal.agentId });
  const [row] = await services.database.read<{ record: MemoryRecord; names: Holder['names'] }>('entity/by-title', {
    ...key,
    now: toLocalDateTime(services.clock()),
  });
  return row ? { memory: fromRecord(row.record), names: row.names } : null;
}

/** Whether the caller may know of a holder. */
export function isReadable({ principal }: OperationContext, { memory }: Holder): boolean {
  return mayRead(readerOf(principal), readersOf(memory));
}

/**
 * Makes sure that a holder is an entity that the caller may add names to.
 * @throws OperationRefused CONFLICT when it is hidden, or no entity
 */
export function refuseOtherHolder(context: OperationContext, holder: Holder): void {
  const { memory } = holder;
  const readable = isReadable(context, holder);
  if (readable && memory.memoryKind === 'ENTITY') return;
  throw titleTaken(memory.namespace, memory.title, {
    outcome: 'CONFLICT',
    ...(readable ? { existingId: memory.id } : {}),
  });
}
