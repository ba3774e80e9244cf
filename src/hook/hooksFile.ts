import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import type { HookDefinition, HookMode } from './definition.ts';
import { DAEMON_BY_DEFAULT, HOOK_EVENTS } from './event.ts';
import { namespacePattern } from './namespacePattern.ts';

/** A hooks file that cannot be used: each line of the message names the file, then line and column or `hook[i].field`. */
export class HooksFileError extends Error {
  override readonly name = 'HooksFileError';
}

/** Modes of hooks that a file can describe; functions come from the program that starts the server. */
const FILE_MODES = ['exec', 'daemon', 'http'] as const satisfies readonly HookMode[];

/** The `namespace` of a hook: a pattern that compiles. */
export const hookNamespaceSchema = z
  .string()
  .min(1, 'not empty')
  .max(512, 'at most 512 characters')
  .superRefine((pattern, context) => {
    try {
      namespacePattern(pattern);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });

/** One `[[hook]]` table (spec memory-system §2.2); `id` and `args` are ours. A key that is misspelt must not pass silently. */
const hookSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'at most 128 of A-Z a-z 0-9 _ . -')
    .optional(),
  event: z.enum(HOOK_EVENTS, 'one of the 25 events, such as pre_store'),
  command: z
    .string()
    .refine((command) => command.trim() !== '' && !command.includes('\0'), 'the path of an executable')
    .optional(),
  url: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .max(2048)
    .optional(),
  secret_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'the name of an environment variable')
    .optional(),
  args: z
    .array(z.string().refine((argument) => !argument.includes('\0'), 'no NUL'))
    .max(64)
    .default([]),
  priority: z.int32('a whole number of 32 bits'),
  timeout_ms: z.int().min(1, '1 to 30,000').max(30_000, '1 to 30,000'),
  mode: z.enum(FILE_MODES, `one of ${FILE_MODES.join(', ')}`).optional(),
  enabled: z.boolean(),
  namespace: hookNamespaceSchema,
  fail_mode: z.enum(['open', 'closed'], 'open or closed').default('open'),
});

const fileSchema = z.strictObject({ hook: z.array(hookSchema).default([]) });

/**
 * Reads hooks.toml. A file that is not there means no hooks.
 * @param path of the file
 * @param modes that this server can run
 * @throws HooksFileError
 */
export async function loadHooks(path: string, modes: ReadonlySet<HookMode>): Promise<HookDefinition[]> {
  const absolute = resolve(path);
  let text: string;
  try {
    text = await readFile(absolute, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new HooksFileError(`${absolute}: ${(error as Error).message}`, { cause: error });
  }
  return parseHooks(text, absolute, modes);
}

/**
 * The hooks in a text of hooks.toml.
 * @param path absolute path of the file: commands are relative to its folder, messages begin with it
 * @throws HooksFileError naming every field that is wrong
 */
export function parseHooks(text: string, path: string, modes: ReadonlySet<HookMode>): HookDefinition[] {
  return hooksOf(parseToml(text, path), path, modes);
}

/**
 * The hooks in a parsed hooks.toml, in which nothing but `[[hook]]` tables may be.
 * @throws HooksFileError naming every field that is wrong
 */
export function hooksOf(document: unknown, path: string, modes: ReadonlySet<HookMode>): HookDefinition[] {
  const parsed = fileSchema.safeParse(document);
  if (!parsed.success) {
    throw new HooksFileError(
      parsed.error.issues.map((issue) => `${path}: ${place(issue.path)}: ${reason(issue)}`).join('\n'),
    );
  }
  const folder = dirname(path);
  const hooks = parsed.data.hook.map((hook, index) => define(hook, index, folder));
  const faults = hooks.flatMap((hook, index) => [
    ...modeFaults(hook, index, modes),
    ...targetFaults(hook, index),
    ...idFaults(hook, index, hooks),
  ]);
  if (faults.length > 0) throw new HooksFileError(faults.map((fault) => `${path}: ${fault}`).join('\n'));
  return hooks;
}

/**
 * A text of TOML as plain values.
 * @throws HooksFileError naming line and column
 */
export function parseToml(text: string, path: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [summary = ''] = error.message.split('\n');
    throw new HooksFileError(`${path}:${error.line}:${error.column}: ${summary}`, { cause: error });
  }
}

function define(hook: z.output<typeof hookSchema>, index: number, folder: string): HookDefinition {
  return {
    id: hook.id ?? `hook[${index}]:${hook.command === undefined ? hostOf(hook.url) : basename(hook.command)}`,
    event: hook.event,
    command: hook.command === undefined ? '' : resolve(folder, hook.command),
    args: hook.args,
    workingDirectory: folder,
    priority: hook.priority,
    timeoutMs: hook.timeout_ms,
    mode: hook.mode ?? (DAEMON_BY_DEFAULT.has(hook.event) ? 'daemon' : 'exec'),
    enabled: hook.enabled,
    namespace: hook.namespace,
    failMode: hook.fail_mode,
    ...(hook.url === undefined ? {} : { url: hook.url }),
    ...(hook.secret_env === undefined ? {} : { secretEnv: hook.secret_env }),
  };
}

/** Empty when there is no address, which is a fault of its own. */
function hostOf(url: string | undefined): string {
  return url === undefined ? '' : new URL(url).host;
}

function modeFaults(hook: HookDefinition, index: number, modes: ReadonlySet<HookMode>): string[] {
  if (!hook.enabled || modes.has(hook.mode)) return [];
  const usable = [...modes].map((mode) => `"${mode}"`).join(' or ');
  return [
    `hook[${index}].mode: this server cannot run "${hook.mode}" hooks (the default of some events); set mode = ${usable}`,
  ];
}

/** A process has a command, an http hook an address, neither has what belongs to the other. */
function targetFaults({ mode, command, url, secretEnv }: HookDefinition, index: number): string[] {
  if (mode === 'http') {
    return [
      ...(url === undefined ? [`hook[${index}].url: needed by mode "http"`] : []),
      ...(command === '' ? [] : [`hook[${index}].command: not with mode "http"`]),
    ];
  }
  return [
    ...(command === '' ? [`hook[${index}].command: needed by mode "${mode}"`] : []),
    ...(url === undefined ? [] : [`hook[${index}].url: only with mode "http"`]),
    ...(secretEnv === undefined ? [] : [`hook[${index}].secret_env: only with mode "http"`]),
  ];
}

function idFaults(hook: HookDefinition, index: number, hooks: readonly HookDefinition[]): string[] {
  const first = hooks.findIndex(({ id }) => id === hook.id);
  return first === index ? [] : [`hook[${index}].id: "${hook.id}" is taken by hook[${first}]`];
}

/** `['hook', 1, 'timeout_ms']` → `hook[1].timeout_ms`. */
function place(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`),
    '',
  );
  return name || 'file';
}

function reason(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys'
    ? `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}`
    : issue.message;
}
