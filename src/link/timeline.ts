import { z } from 'zod';
import { integer, toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { directionSchema } from '../graph/relations.ts';
import { integerBetween, memoryIdSchema } from '../memory/bounds.ts';
import { instantSchema } from '../memory/instant.ts';
import { readMemories } from '../memory/read.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { LinkRelation } from './memoryLink.ts';

const inputSchema = z.object({
  id: memoryIdSchema,
  since: instantSchema.nullish(),
  until: instantSchema.nullish(),
  limit: integerBetween(1, 1_000)
    .nullish()
    .transform((value) => value ?? 200),
  direction: directionSchema('OUT'),
});

/** A link that began (seed: KgTimelineEvent). Instants are ISO-8601 UTC text; title and namespace are the other end's. */
export interface TimelineEvent {
  readonly direction: 'OUT' | 'IN';
  readonly sourceId: string;
  readonly targetId: string;
  readonly relation: LinkRelation;
  readonly validFrom: string;
  readonly validUntil: string | null;
  readonly observedBy: string | null;
  readonly title: string;
  readonly namespace: string;
}

/** The links of one memory over time. */
export interface TimelineAnswer {
  readonly events: readonly TimelineEvent[];
  readonly truncated: boolean;
}

/** `timeline`: when the links of a memory began, ended ones among them (spec memory-system §6). */
export const timeline: Operation<z.output<typeof inputSchema>, void, TimelineAnswer> = {
  name: 'timeline',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, { id, since, until, limit, direction }) {
    const { services, principal, bookmarks } = context;
    const [[memory], events] = await Promise.all([
      readMemories(context, [id]),
      services.database.read<TimelineEvent>(
        'link/timeline',
        {
          ...{ id, direction },
          since: since ? toLocalDateTime(since) : null,
          until: until ? toLocalDateTime(until) : null,
          now: toLocalDateTime(services.clock()),
          limit: integer(limit + 1),
          reader: readerOf(principal),
        },
        { bookmarks },
      ),
    ]);
    if (!memory) throw notFound('memory', id);
    return { events: events.slice(0, limit), truncated: events.length > limit };
  },
};
