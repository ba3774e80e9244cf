import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { z } from 'zod';
import type { ConfiguredHook, HookMode } from '../definition.ts';
import { HooksFileError, hooksOf, parseToml } from '../hooksFile.ts';
import { scopedId, type HookScope } from '../scope.ts';
import { readTable, SCHEMA_VERSIONS } from './hooksTable.ts';
import type { SkippedHook } from './skippedHook.ts';

/** What a file defines. */
export interface Definitions {
  readonly hooks: readonly ConfiguredHook[];
  readonly skipped: readonly SkippedHook[];
}

/** What reading a file needs to know. */
export interface ReadContext {
  readonly scope: HookScope;
  /** True when the file is one of a folder: hooks without an id are then named after it too. */
  readonly inFolder: boolean;
  readonly modes: ReadonlySet<HookMode>;
  /** Folders of programs that `[[hooks]]` name without a slash. */
  readonly searchPath: string;
}

const DEFAULT_TIMEOUT_MS = 60_000;

const headSchema = z.object({
  schemaVersion: z.string().optional(),
  defaultTimeoutMs: z.int().min(1000, '1,000 to 600,000').max(600_000, '1,000 to 600,000').default(DEFAULT_TIMEOUT_MS),
  hooks: z.array(z.unknown(), 'an array of tables, [[hooks]]').max(10_000, 'at most 10,000').default([]),
});

/** The SHA-256 of a file, in hex. */
export function checksumOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Reads a hooks file of either shape, or of both: `[[hook]]` tables, of which each must be right, then `[[hooks]]` tables, of
 * which those that are wrong are left out.
 * @param path absolute path of the file
 * @throws HooksFileError when it is no TOML, or a `[[hook]]` is wrong
 */
export function readDefinitions(text: string, path: string, context: ReadContext): Definitions {
  const { schemaVersion, defaultTimeoutMs, hooks: tables, ...rest } = parseToml(text, path);
  const head = headSchema.safeParse({ schemaVersion, defaultTimeoutMs, hooks: tables });
  if (!head.success) {
    const [issue] = head.error.issues;
    throw new HooksFileError(`${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }
  const strict = hooksOf(rest, path, context.modes).map<ConfiguredHook>((hook) => ({
    ...hook,
    id: context.inFolder && hook.id.startsWith('hook[') ? `${basename(path)}:${hook.id}` : hook.id,
    scope: context.scope,
    sourcePath: path,
    shape: 'hook',
  }));
  const { data } = head;
  if (data.schemaVersion !== undefined && !SCHEMA_VERSIONS.has(data.schemaVersion) && data.hooks.length > 0) {
    const details = `schemaVersion ${data.schemaVersion} of the file`;
    const skipped = data.hooks.map(() => ({ hookId: null, reason: 'UnsupportedVersion' as const, details, path }));
    return { hooks: strict.map((hook) => placed(hook, context.scope)), skipped };
  }
  const results = data.hooks.map((table) =>
    readTable(table, {
      path,
      scope: context.scope,
      modes: context.modes,
      searchPath: context.searchPath,
      schemaVersion: data.schemaVersion,
      defaultTimeoutMs: data.defaultTimeoutMs,
    }),
  );
  return {
    hooks: [...strict, ...results.flatMap((result) => ('hook' in result ? [result.hook] : []))].map((hook) =>
      placed(hook, context.scope),
    ),
    skipped: results.flatMap((result, index) =>
      'hook' in result ? [] : [{ ...result.skipped, details: `hooks[${index}]: ${result.skipped.details}`, path }],
    ),
  };
}

function placed(hook: ConfiguredHook, scope: HookScope): ConfiguredHook {
  return { ...hook, id: scopedId(scope, hook.id) };
}
