import { z } from 'zod';
import { toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import type { Operation } from '../pipeline/operation.ts';
import { namespaceSchema } from './bounds.ts';
import type { Tier } from './memory.ts';

const SOON_MS = 24 * 60 * 60 * 1000;

const inputSchema = z.object({ namespace: namespaceSchema.nullish() });

/** Counts over what the caller may read. */
export interface StatsAnswer {
  readonly total: number;
  readonly byTier: readonly { readonly tier: Tier; readonly count: number }[];
  readonly byNamespace: readonly { readonly namespace: string; readonly count: number }[];
  readonly expiringSoon: number;
  readonly linksCount: number;
  readonly storeSizeBytes: number | null;
}

interface Counts {
  readonly total: number;
  readonly short: number;
  readonly mid: number;
  readonly long: number;
  readonly expiringSoon: number;
  readonly linksCount: number;
  readonly byNamespace: readonly { readonly namespace: string; readonly count: number }[];
}

/** `stats`: live memories only; "soon" is 24 hours (seed: Stats). */
export const stats: Operation<z.output<typeof inputSchema>, void, StatsAnswer> = {
  name: 'stats',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run({ services, principal, bookmarks }, { namespace }) {
    const now = services.clock();
    const [[counts], storeSizeBytes] = await Promise.all([
      services.database.read<Counts>(
        'memory/stats',
        {
          namespace: namespace ?? null,
          now: toLocalDateTime(now),
          soon: toLocalDateTime(new Date(now.getTime() + SOON_MS)),
          reader: readerOf(principal),
        },
        { bookmarks },
      ),
      services.storeSize(),
    ]);
    return {
      total: counts?.total ?? 0,
      byTier: [
        { tier: 'SHORT', count: counts?.short ?? 0 },
        { tier: 'MID', count: counts?.mid ?? 0 },
        { tier: 'LONG', count: counts?.long ?? 0 },
      ],
      byNamespace: counts?.byNamespace ?? [],
      expiringSoon: counts?.expiringSoon ?? 0,
      linksCount: counts?.linksCount ?? 0,
      storeSizeBytes,
    };
  },
};
