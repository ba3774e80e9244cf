import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../support/client.ts';
import type { Row } from '../support/memories.ts';

/** `hooks`. */
export const HOOKS = `query ($event: String, $scope: HookScope, $first: Int, $after: String) { hooks(event: $event, scope: $scope, first: $first, after: $after) {
  edges { cursor node { id event scope rank priority mode failMode allowParallel enabled notes firesIn note environment url matchers { tags } } } totalCount pageInfo { hasNextPage endCursor } } }`;
/** `hookLayers`. */
export const LAYERS = `{ hookLayers { scope rank path checksum loadedHooks stale errors files { path checksum error stale } skippedHooks { hookId reason details } } }`;
/** `skippedHooks`. */
export const SKIPPED = `query ($reason: HookSkipReason) { skippedHooks(reason: $reason) { edges { node { hookId scope path reason details } } } }`;
/** `reloadHooks`. */
export const RELOAD =
  'mutation ($key: String) { reloadHooks(idempotencyKey: $key) { changed error at layers { scope stale errors loadedHooks } pending { id } } }';
/** `testHook`. */
export const TEST = `mutation ($id: ID!, $payload: JSON!, $key: String) { testHook(id: $id, payload: $payload, idempotencyKey: $key) { decision reason code prompt delta error durationMs stdout stderr pending { id } } }`;
/** `hookExecutions`. */
export const RUNS = `query ($filter: HookExecutionFilter, $first: Int, $after: String) { hookExecutions(filter: $filter, first: $first, after: $after) {
  edges { cursor node { id at event hookId scope precedenceRank decision overridden durationMs error stdout stderr payloadHash namespace agentId trigger memoryId } } pageInfo { hasNextPage endCursor } } }`;
/** `hookExecuted`. */
export const HEARD =
  'subscription ($namespace: String) { hookExecuted(namespace: $namespace) { hookId decision namespace trigger } }';

/** The rows of a page. */
export const nodes = (page: Row): Row[] => (page['edges'] as { node: Row }[]).map(({ node }) => node);

/** What an admin asks of hooks. */
export class Registry {
  readonly #admin: HttpClient;

  constructor(admin: HttpClient) {
    this.#admin = admin;
  }

  async hooks(variables: Record<string, unknown> = {}): Promise<Row[]> {
    return nodes((await this.#admin.run<{ hooks: Row }>(HOOKS, { first: 200, ...variables })).hooks);
  }

  async reload(): Promise<Row> {
    return (await this.#admin.run<{ reloadHooks: Row }>(RELOAD)).reloadHooks;
  }

  async runsIn(namespace: string, more: Record<string, unknown> = {}): Promise<Row[]> {
    const { hookExecutions } = await this.#admin.run<{ hookExecutions: Row }>(RUNS, { filter: { namespace, ...more } });
    return nodes(hookExecutions);
  }

  /** The runs once there are so many. */
  async runsOnce(namespace: string, count: number): Promise<Row[]> {
    for (const end = Date.now() + 10_000; Date.now() < end && (await this.runsIn(namespace)).length < count;)
      await sleep(50);
    return await this.runsIn(namespace);
  }
}
