import type { CommandOutcome } from './hooksFromFiles.ts';
import type { HooksWish } from './hooksArguments.ts';
import type { ServerClient } from './serverClient.ts';
import { table } from './table.ts';

const PAGE = 200;

const LOG = `query ($filter: HookExecutionFilter, $first: Int, $after: String) {
  hookExecutions(filter: $filter, first: $first, after: $after) {
    edges { node { id at event hookId scope precedenceRank decision durationMs error stdout stderr payloadHash trigger namespace agentId memoryId overridden } }
    pageInfo { hasNextPage endCursor } } }`;

interface LoggedRun {
  readonly at: string;
  readonly event: string;
  readonly hookId: string;
  readonly decision: string;
  readonly durationMs: number;
  readonly error: string | null;
  readonly trigger: string | null;
  readonly memoryId: string | null;
}

interface LogPage {
  readonly hookExecutions: {
    readonly edges: readonly { readonly node: LoggedRun }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

/** `hooks log`: runs, newest first. */
export async function logHooks(
  client: ServerClient,
  { since, event, hook, tail, json }: Extract<HooksWish, { command: 'log' }>,
): Promise<CommandOutcome> {
  const runs: LoggedRun[] = [];
  for (let after: string | null = null, more = true; more && runs.length < tail;) {
    const { hookExecutions }: LogPage = await client.ask<LogPage>(LOG, {
      filter: { since, event, hookId: hook },
      first: Math.min(PAGE, tail - runs.length),
      after,
    });
    runs.push(...hookExecutions.edges.map(({ node }) => node));
    after = hookExecutions.pageInfo.endCursor;
    more = hookExecutions.pageInfo.hasNextPage;
  }
  if (json) return { text: runs.map((run) => JSON.stringify(run)).join('\n'), code: 0 };
  const rows = runs.map(({ at, event: name, hookId, decision, durationMs, trigger, error }) => [
    at,
    name,
    hookId,
    decision.toLowerCase(),
    `${Math.round(durationMs)} ms`,
    trigger ?? '',
    error ?? '',
  ]);
  return {
    text: rows.length === 0 ? 'no runs' : table(['TIME', 'EVENT', 'HOOK', 'DECISION', 'TOOK', 'TRIGGER', ''], rows),
    code: 0,
  };
}

const TEST = `mutation ($id: ID!, $payload: JSON!) { testHook(id: $id, payload: $payload) {
  decision reason code prompt delta error durationMs stdout stderr } }`;

interface Tested {
  readonly decision: string;
  readonly reason: string | null;
  readonly prompt: string | null;
  readonly delta: unknown;
  readonly error: string | null;
  readonly durationMs: number;
  readonly stderr: readonly string[];
}

/** `hooks test`: one run of one hook. Ends with 4 when it denies or asks, with 5 when it fails. */
export async function testHook(
  client: ServerClient,
  { id, json }: Extract<HooksWish, { command: 'test' }>,
  payload: string,
): Promise<CommandOutcome> {
  const { testHook: tested } = await client.ask<{ testHook: Tested }>(TEST, { id, payload: JSON.parse(payload) });
  const { decision, error, reason, prompt, delta, durationMs, stderr } = tested;
  const code = error !== null ? 5 : ['DENY', 'ASK_USER'].includes(decision) ? 4 : 0;
  if (json) return { text: JSON.stringify(tested, null, 2), code };
  return {
    text: [
      `${decision.toLowerCase()} in ${durationMs.toFixed(1)} ms${error === null ? '' : `: ${error}`}`,
      ...[reason, prompt].filter((text) => text !== null),
      ...(delta == null ? [] : [JSON.stringify(delta, null, 2)]),
      ...stderr.map((line) => `stderr: ${line}`),
    ].join('\n'),
    code,
  };
}

const RELOAD =
  'mutation { reloadHooks { changed at error layers { scope path loadedHooks stale errors skippedHooks { hookId reason details } } } }';

interface Reloaded {
  readonly changed: boolean;
  readonly layers: readonly {
    readonly scope: string;
    readonly loadedHooks: number;
    readonly errors: readonly string[];
  }[];
}

/** `hooks reload`: has the server read its files again. Ends with 3 when one of them cannot be used. */
export async function reloadHooks(
  client: ServerClient,
  { json }: Extract<HooksWish, { command: 'reload' }>,
): Promise<CommandOutcome> {
  const { reloadHooks: reloaded } = await client.ask<{ reloadHooks: Reloaded }>(RELOAD);
  const errors = reloaded.layers.flatMap((layer) => layer.errors);
  const code = errors.length > 0 ? 3 : 0;
  if (json) return { text: JSON.stringify(reloaded, null, 2), code };
  const counts = reloaded.layers.map(({ scope, loadedHooks }) => `${scope.toLowerCase()}: ${loadedHooks}`).join(', ');
  return {
    text: [`${reloaded.changed ? 'reloaded' : 'unchanged'}; hooks by layer: ${counts}`, ...errors].join('\n'),
    code,
  };
}
