import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import type { Operation } from '../pipeline/operation.ts';
import { integerBetween } from './bounds.ts';
import type { Purge } from './removeForGood.ts';

const inputSchema = z.object({
  first: integerBetween(1, 200)
    .nullish()
    .transform((value) => value ?? 50),
});

/** `purges`: what was removed for good, newest first; only for admins. */
export const purges: Operation<z.output<typeof inputSchema>, void, Purge[]> = {
  name: 'purges',
  kind: 'read',
  input: inputSchema,
  prepare: async (context) => adminOnly(context, 'may purge the archive or see its purges'),
  preHooks: [],
  governed: () => null,
  async run({ services, bookmarks }, { first }) {
    const rows = await services.database.read<{ record: Purge }>(
      'purge/list',
      { now: toLocalDateTime(services.clock()), limit: integer(first) },
      { bookmarks },
    );
    return rows.map(({ record }) => record);
  },
};
