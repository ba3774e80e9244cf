import { z } from 'zod';
import { fromIso, integer, toLocalDateTime } from '../database/values.ts';
import { badUserInput } from '../errors.ts';
import { HOOK_EVENTS } from '../hook/event.ts';
import { agentIdSchema, memoryIdSchema, namespaceSchema } from '../memory/bounds.ts';
import { instantSchema } from '../memory/instant.ts';
import type { Operation } from '../pipeline/operation.ts';
import { refuseOnlookers } from './access.ts';
import { pageInputSchema, type Page } from './page.ts';
import { runView, type RunRecord, type RunView } from './runView.ts';

const FOREVER = '9999-12-31T23:59:59.999Z';

const inputSchema = pageInputSchema.extend({
  filter: z
    .object({
      hookId: z.string().max(256, 'at most 256 characters').nullish(),
      event: z.enum(HOOK_EVENTS, 'one of the 25 events, such as pre_store').nullish(),
      scope: z.enum(['MANAGED', 'PROJECT', 'USER']).nullish(),
      decision: z.enum(['ALLOW', 'MODIFY', 'DENY', 'ASK_USER', 'SKIPPED']).nullish(),
      memoryId: memoryIdSchema.nullish(),
      namespace: namespaceSchema.nullish(),
      agentId: agentIdSchema.nullish(),
      since: instantSchema.nullish(),
      until: instantSchema.nullish(),
    })
    .nullish(),
});

/** `hookExecutions`: runs of hooks, newest first, by keyset (ADR 0011); for admins and approvers. */
export const hookExecutions: Operation<z.output<typeof inputSchema>, void, Page<RunView>> = {
  name: 'hookExecutions',
  kind: 'read',
  input: inputSchema,
  prepare: async (context) => refuseOnlookers(context),
  preHooks: [],
  governed: () => null,
  async run({ services, bookmarks }, { filter, first, after }) {
    const { since, until, scope, decision, ...equal } = filter ?? {};
    // `until` is a place too: before every run of that moment.
    const end = until == null ? null : { at: until.toISOString(), id: '' };
    const place = after == null ? (end ?? { at: FOREVER, id: '' }) : decodePlace(after);
    const rows = await services.database.read<{ record: RunRecord }>(
      'hook/executions',
      {
        at: fromIso(place.at),
        before: place.id,
        since: since == null ? fromIso('0001-01-01T00:00:00.000Z') : toLocalDateTime(since),
        scope: scope?.toLowerCase() ?? null,
        decision: decision?.toLowerCase() ?? null,
        ...Object.fromEntries(
          (['hookId', 'event', 'memoryId', 'namespace', 'agentId'] as const).map((name) => [name, equal[name] ?? null]),
        ),
        // One more tells whether there is a next page.
        limit: integer(first + 1),
      },
      { bookmarks },
    );
    const edges = rows.slice(0, first).map(({ record }) => ({ cursor: encodePlace(record), node: runView(record) }));
    return {
      edges,
      pageInfo: { hasNextPage: rows.length > first, endCursor: edges.at(-1)?.cursor ?? null },
    };
  },
};

type Place = Pick<RunRecord, 'at' | 'id'>;

function encodePlace({ at, id }: Place): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** @throws OperationRefused BAD_USER_INPUT for a text that no page gave */
function decodePlace(cursor: string): Place {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(at) && !Number.isNaN(Date.parse(at));
  if (!isInstant || !z.uuid().safeParse(id).success || encodePlace({ at, id }) !== cursor)
    throw badUserInput('after', 'a cursor of this list', `${cursor.length} characters`);
  return { at, id };
}
