import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { AGENT_EVENTS } from '../agentEvent.ts';
import type { ConfiguredHook, HookMode } from '../definition.ts';
import { HOOK_EVENTS } from '../event.ts';
import { hookNamespaceSchema } from '../hooksFile.ts';
import { compileMatchers, MATCHER_TYPES } from '../matchers.ts';
import type { HookScope } from '../scope.ts';
import type { SkipReason } from './skippedHook.ts';

/** Versions of the payload that hooks may ask for. */
export const SCHEMA_VERSIONS: ReadonlySet<string> = new Set(['1.0']);

const text = z.string().refine((value) => !value.includes('\0'), 'no NUL');
const matcher = z.strictObject({ type: z.enum(MATCHER_TYPES, 'exact, glob or regex'), value: text.min(1).max(1024) });
const matcherList = z.array(matcher).max(64).default([]);

/** One `[[hooks]]` table (seed 003); from `priority` on ours. A key that is misspelt must not pass silently. */
/** Codex gives its hooks two seconds between SIGTERM and SIGKILL (spec decisions-hooks-passes §B2.4). */
const TERM_GRACE_MS = 2_000;

const tableSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, 'at most 128 of A-Z a-z 0-9 _ . -'),
  event: z.enum([...HOOK_EVENTS, ...AGENT_EVENTS], 'an event, such as pre_store or PreToolUse'),
  command: z.union([text.min(1), z.array(text).min(1).max(65)], 'a command, or a list of it and its arguments'),
  args: z.array(text).max(64).default([]),
  workingDir: text.min(1).optional(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'names of variables'), text).default({}),
  timeoutMs: z.int().min(1000, '1,000 to 600,000').max(600_000, '1,000 to 600,000').optional(),
  matchers: z
    .strictObject({
      toolNames: matcherList,
      sources: matcherList,
      paths: matcherList,
      tags: z.array(text.min(1)).max(64).default([]),
    })
    .optional(),
  schemaVersions: z.array(z.string()).min(1, 'at least one').optional(),
  allowParallel: z.boolean().default(false),
  notes: z.string().max(4096).optional(),
  priority: z.int32('a whole number of 32 bits').default(0),
  namespace: hookNamespaceSchema.default('**'),
  failMode: z.enum(['open', 'closed'], 'open or closed').optional(),
  mode: z.enum(['exec', 'daemon'], 'exec or daemon').default('exec'),
  enabled: z.boolean().default(true),
});

/** What a `[[hooks]]` table takes from its surroundings. */
export interface TableContext {
  /** Absolute path of the file. */
  readonly path: string;
  readonly scope: HookScope;
  /** Modes that this server can run. */
  readonly modes: ReadonlySet<HookMode>;
  /** Folders of programs that are named without a slash. */
  readonly searchPath: string;
  /** The file's own `schemaVersion` and `defaultTimeoutMs`. */
  readonly schemaVersion: string | undefined;
  readonly defaultTimeoutMs: number;
}

/** An entry as it counts: a hook, or why there is none. */
export type TableResult =
  | { readonly hook: ConfiguredHook }
  | { readonly skipped: { readonly hookId: string | null; readonly reason: SkipReason; readonly details: string } };

/** Reads one `[[hooks]]` table; never throws. The id is still without its layer. */
export function readTable(raw: unknown, context: TableContext): TableResult {
  const hookId = idIn(raw);
  const skip = (reason: SkipReason, details: string): TableResult => ({ skipped: { hookId, reason, details } });
  const parsed = tableSchema.safeParse(raw);
  if (!parsed.success) {
    const isMatcher = parsed.error.issues.every(({ path }) => path[0] === 'matchers');
    return skip(isMatcher ? 'InvalidMatcher' : 'InvalidSchema', parsed.error.issues.map(faultOf).join('; '));
  }
  const table = parsed.data;
  const versions = table.schemaVersions ?? (context.schemaVersion === undefined ? null : [context.schemaVersion]);
  if (versions === null) return skip('InvalidSchema', 'no schemaVersions, and no schemaVersion of the file');
  if (!versions.some((version) => SCHEMA_VERSIONS.has(version)))
    return skip('UnsupportedVersion', `${versions.join(', ')}; this server speaks ${[...SCHEMA_VERSIONS].join(', ')}`);
  if (table.enabled && !context.modes.has(table.mode))
    return skip('InvalidSchema', `mode: this server cannot run "${table.mode}" hooks`);
  const { matchers } = table;
  try {
    if (matchers) compileMatchers(matchers);
  } catch (error) {
    return skip('InvalidMatcher', `matchers.${(error as Error).message}`);
  }
  const folder = dirname(context.path);
  const [name = '', ...words] = typeof table.command === 'string' ? [table.command] : table.command;
  const command = executablePath(name, folder, context.searchPath);
  if (command === null) return skip('MissingExecutable', `${name} is no file that this server may run`);
  return {
    hook: {
      id: table.id,
      event: table.event,
      command,
      args: [...words, ...table.args],
      workingDirectory: resolve(folder, table.workingDir ?? '.'),
      priority: table.priority,
      timeoutMs: table.timeoutMs ?? context.defaultTimeoutMs,
      mode: table.mode,
      enabled: table.enabled,
      namespace: table.namespace,
      // A managed guard of tools that cannot answer has not allowed anything (spec decisions-hooks-passes §B2.3).
      failMode: table.failMode ?? (context.scope === 'managed' && table.event === 'PreToolUse' ? 'closed' : 'open'),
      scope: context.scope,
      sourcePath: context.path,
      shape: 'hooks',
      env: table.env,
      matchers,
      allowParallel: table.allowParallel,
      termGraceMs: TERM_GRACE_MS,
      notes: table.notes,
    },
  };
}

/** With a slash: a path from the file's folder. Without: a file beside the hooks file, else a program on the PATH. */
function executablePath(name: string, folder: string, searchPath: string): string | null {
  const candidates = name.includes('/')
    ? [resolve(folder, name)]
    : [folder, ...searchPath.split(delimiter).filter(Boolean)].map((place) => join(place, name));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function idIn(raw: unknown): string | null {
  const id = typeof raw === 'object' && raw !== null ? (raw as { id?: unknown }).id : null;
  return typeof id === 'string' ? id.slice(0, 128) : null;
}

function faultOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.');
  const message =
    issue.code === 'unrecognized_keys'
      ? `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}`
      : issue.message;
  return place ? `${place}: ${message}` : message;
}
