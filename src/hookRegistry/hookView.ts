import { isAgentEvent } from '../hook/agentEvent.ts';
import type { ConfiguredHook } from '../hook/definition.ts';
import type { HookUnusable } from '../hook/failure.ts';
import { FIRED_BY, silenceOf } from '../hook/firesIn.ts';
import { rankOf } from '../hook/scope.ts';
import type { HookMatchers, Matcher } from '../hook/matchers.ts';
import type { HookLayer } from '../hook/layer/hookLayer.ts';
import type { SkippedHook, SkipReason } from '../hook/layer/skippedHook.ts';
import { fromWireName } from '../hook/wire/values.ts';

/** The reasons of the seed in the manner of GraphQL. */
export const REASON_NAMES = {
  InvalidSchema: 'INVALID_SCHEMA',
  UnsupportedVersion: 'UNSUPPORTED_VERSION',
  DuplicateId: 'DUPLICATE_ID',
  MissingExecutable: 'MISSING_EXECUTABLE',
  InvalidMatcher: 'INVALID_MATCHER',
} as const satisfies Record<SkipReason, string>;

/** A hook as clients see it. Values of variables are left out: they may be secrets. */
export function hookView(hook: ConfiguredHook) {
  const scope = hook.scope ?? 'project';
  return {
    id: hook.id,
    event: hook.event,
    scope: fromWireName(scope),
    rank: rankOf(scope),
    sourcePath: hook.sourcePath ?? null,
    url: hook.url === undefined ? null : withoutSecrets(hook.url),
    command: hook.command === '' ? null : [hook.command, ...hook.args],
    workingDirectory: hook.workingDirectory,
    environment: Object.keys(hook.env ?? {}).sort(),
    mode: hook.mode.toUpperCase(),
    priority: hook.priority,
    timeoutMs: hook.timeoutMs,
    enabled: hook.enabled,
    namespace: hook.namespace,
    failMode: fromWireName(hook.failMode),
    allowParallel: hook.allowParallel ?? true,
    matchers: hook.matchers ? matchersView(hook.matchers) : null,
    notes: hook.notes ?? null,
    firesIn: isAgentEvent(hook.event) ? null : FIRED_BY[hook.event],
    note: silenceOf(hook.event),
  };
}

/** An address without name, password and query, where secrets stand. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function matchersView({ tags, ...lists }: HookMatchers) {
  const shown = (matchers: readonly Matcher[]) =>
    matchers.map(({ type, value }) => ({ type: fromWireName(type), value }));
  return { tags, toolNames: shown(lists.toolNames), sources: shown(lists.sources), paths: shown(lists.paths) };
}

/** A hook as clients see it. */
export type HookView = ReturnType<typeof hookView>;

/** An entry that was left out, as clients see it. */
export function skippedView({ scope }: Pick<HookLayer, 'scope'>, skipped: SkippedHook) {
  return { ...skipped, scope: fromWireName(scope), reason: REASON_NAMES[skipped.reason] };
}

/**
 * A layer as clients see it.
 * @param refused the hook for whose sake the files do not count as they are now
 */
export function layerView(layer: HookLayer, refused: HookUnusable | null) {
  const { scope, rank, path, checksum, files, hooks, skipped } = layer;
  const inTheWay = refused?.scope === scope ? [refused.message] : [];
  return {
    scope: fromWireName(scope),
    ...{ rank, path, checksum },
    loadedHooks: hooks.length,
    stale: refused !== null || files.some((file) => file.stale),
    errors: [...files.flatMap(({ error }) => error ?? []), ...inTheWay],
    files: files.map(({ path: file, checksum: own, error, stale }) => ({ path: file, checksum: own, error, stale })),
    skippedHooks: skipped.map((one) => skippedView(layer, one)),
  };
}

/** Hooks in the order they are asked: by event, rank and priority, then as in the files. */
export function inOrder(hooks: readonly ConfiguredHook[]): ConfiguredHook[] {
  return hooks.toSorted(
    (left, right) =>
      (left.event < right.event ? -1 : left.event > right.event ? 1 : 0) ||
      rankOf(left.scope ?? 'project') - rankOf(right.scope ?? 'project') ||
      right.priority - left.priority,
  );
}
