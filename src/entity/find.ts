import { z } from 'zod';
import { toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import { namespaceSchema, titleSchema } from '../memory/bounds.ts';
import type { Memory } from '../memory/memory.ts';
import { fromRecord, type MemoryRecord } from '../memory/record.ts';
import type { Operation } from '../pipeline/operation.ts';
import { foldName, otherNames } from './names.ts';

const inputSchema = z.object({ alias: titleSchema, namespace: namespaceSchema.nullish() });

/** Something that goes by several names (seed: EntityRecord). */
export interface EntityAnswer {
  readonly memory: Memory;
  readonly aliases: readonly string[];
}

/** `entity`: by canonical name or alias; without a namespace the newest (spec memory-system §6). */
export const entity: Operation<z.output<typeof inputSchema>, void, EntityAnswer | null> = {
  name: 'entity',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run({ services, principal, bookmarks }, { alias, namespace }) {
    const [found] = await services.database.read<{ record: MemoryRecord; aliases: string[] }>(
      'entity/by-name',
      {
        folded: foldName(alias),
        title: alias,
        namespace: namespace ?? null,
        now: toLocalDateTime(services.clock()),
        reader: readerOf(principal),
      },
      { bookmarks },
    );
    if (!found) return null;
    const memory = fromRecord(found.record);
    return { memory, aliases: otherNames(memory.title, found.aliases) };
  },
};
