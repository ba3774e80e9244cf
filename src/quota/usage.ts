import { z } from 'zod';
import type { Use } from '../database/quotaCharge.ts';
import { dayParameters } from '../database/quotaDay.ts';
import { OperationRefused } from '../errors.ts';
import { agentIdSchema, namespaceSchema } from '../memory/bounds.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';

const inputSchema = z.object({ agentId: agentIdSchema.nullish(), namespace: namespaceSchema });

type Input = z.output<typeof inputSchema>;

/** What an agent uses in a namespace, and how much it may (spec memory-system §1.3: QuotaStatus). Instants are ISO-8601 text. */
export interface QuotaStatus {
  readonly agentId: string;
  readonly namespace: string;
  readonly maxMemoriesPerDay: number | null;
  readonly maxStorageBytes: number | null;
  readonly maxLinksPerDay: number | null;
  readonly currentMemoriesToday: number;
  readonly currentStorageBytes: number;
  readonly currentLinksToday: number;
  readonly dayStartedAt: string;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

interface Charged extends Use {
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** `quotaUsage`: the caller's own use, and anybody's for an admin. */
export const quotaUsage: Operation<Input, void, QuotaStatus> = {
  name: 'quotaUsage',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  check({ principal }, { agentId }) {
    if (agentId != null && agentId !== principal.agentId && !principal.roles.includes('admin'))
      throw new OperationRefused('FORBIDDEN', 'only an admin sees what another agent uses', { agentId });
  },
  async run(context, input) {
    const { services, principal } = context;
    const pair = { agentId: input.agentId ?? principal.agentId, namespace: input.namespace };
    const { day, dayStart } = dayParameters(services.clock());
    const used = await useOf(context, { ...pair, day, dayStart });
    return {
      ...pair,
      maxMemoriesPerDay: services.quotas?.memories ?? null,
      maxStorageBytes: services.quotas?.bytes ?? null,
      maxLinksPerDay: services.quotas?.links ?? null,
      currentMemoriesToday: used.memories,
      currentStorageBytes: used.bytes,
      currentLinksToday: used.links,
      dayStartedAt: `${day}T00:00:00.000Z`,
      createdAt: used.createdAt ?? null,
      updatedAt: used.updatedAt ?? null,
    };
  },
};

/** What was charged or, where nothing is yet, what there is. */
async function useOf({ services, bookmarks }: OperationContext, parameters: Record<string, unknown>): Promise<Charged> {
  const { database, quotas } = services;
  const [charged] = quotas ? await database.read<Charged>('quota/usage', parameters, { bookmarks }) : [];
  if (charged) return charged;
  const [counted] = await database.read<Charged>('quota/look', parameters, { bookmarks });
  return counted ?? { memories: 0, bytes: 0, links: 0 };
}
