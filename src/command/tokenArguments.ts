import { parseArgs } from 'node:util';
import { type Role, ROLES } from '../agent/principal.ts';
import { agentIdSchema, namespaceSchema } from '../memory/bounds.ts';
import { UsageError } from '../runtime/usageError.ts';

/** How the token commands are called. */
export const TOKEN_USAGE = `mnemograph token <command> [options]
  create --agent ID  makes an API token and prints it, once      [--namespace NS] [--roles ROLE,…] [--expires 30d] [--name TEXT] [--json]
  list               the API tokens, newest first                [--json]
  revoke ID          ends an API token                           [--json]
--namespace: the home; when absent that of the registered agent, else global. --roles: of ${ROLES.join(', ')}; agent when absent.
--expires: a number and m, h or d, at most 365d; 30d when absent. Servers take API tokens when AUTH_MODE=jwt.
The commands open the database of the settings: that of NEO4J_URI, else the embedded one of MNEMOGRAPH_HOME.`;

/** What the command line asks for. */
export type TokenWish =
  | {
      readonly command: 'create';
      readonly json: boolean;
      readonly agentId: string;
      readonly namespace: string | null;
      readonly roles: readonly Role[];
      readonly lifetimeMs: number;
      readonly name: string | null;
    }
  | { readonly command: 'list'; readonly json: boolean }
  | { readonly command: 'revoke'; readonly json: boolean; readonly id: string };

const JSON_OPTION = { json: { type: 'boolean', default: false } } as const;
const CREATE_OPTIONS = {
  ...JSON_OPTION,
  agent: { type: 'string' },
  namespace: { type: 'string' },
  roles: { type: 'string', default: 'agent' },
  expires: { type: 'string', default: '30d' },
  name: { type: 'string' },
} as const;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST_MS = 365 * UNIT_MS.d;
const MOST_NAME_CHARACTERS = 128;

/**
 * Reads the words after `mnemograph token`.
 * @throws UsageError with how it should be
 */
export function tokenArguments([command = '', ...words]: readonly string[]): TokenWish {
  switch (command) {
    case 'create':
      return createWish(words);
    case 'list':
      return { command, json: parsed(() => parseArgs({ args: [...words], options: JSON_OPTION })).values.json };
    case 'revoke': {
      const { values, positionals } = parsed(() =>
        parseArgs({ args: [...words], options: JSON_OPTION, allowPositionals: true }),
      );
      const [id] = positionals;
      if (id === undefined || positionals.length > 1) throw wrong('revoke takes the id of one token');
      return { command, json: values.json, id };
    }
    default:
      throw command === '' ? new UsageError(TOKEN_USAGE) : wrong(`no command "${command}"`);
  }
}

function createWish(words: readonly string[]): TokenWish {
  const { values } = parsed(() => parseArgs({ args: [...words], options: CREATE_OPTIONS }));
  const { json, agent = '', namespace = null, name = null } = values;
  if (!agentIdSchema.safeParse(agent).success) throw wrong(`--agent: no agent id, got "${agent}"`);
  if (namespace !== null && !namespaceSchema.safeParse(namespace).success)
    throw wrong(`--namespace: no namespace, got "${namespace}"`);
  if (name !== null && (name.trim() === '' || name.length > MOST_NAME_CHARACTERS || /\p{Cc}/u.test(name)))
    throw wrong(`--name: 1 to ${MOST_NAME_CHARACTERS} characters on one line`);
  return {
    command: 'create',
    ...{ json, agentId: agent, namespace: namespace?.normalize('NFC') ?? null, name },
    roles: rolesOf(values.roles),
    lifetimeMs: lifetimeOf(values.expires),
  };
}

function rolesOf(text: string): Role[] {
  const names = text.split(',').map((part) => part.trim());
  const unknown = names.find((name) => !ROLES.includes(name as Role));
  if (unknown !== undefined) throw wrong(`--roles: of ${ROLES.join(', ')}, got "${unknown}"`);
  return ROLES.filter((role) => names.includes(role));
}

function lifetimeOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const lifetime = Number(count) * (UNIT_MS[unit as keyof typeof UNIT_MS] ?? 0);
  if (lifetime > 0 && lifetime <= LONGEST_MS) return lifetime;
  throw wrong(`--expires: a number and m, h or d, at most 365d, got "${text}"`);
}

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function wrong(what: string): UsageError {
  return new UsageError(`${what}\n${TOKEN_USAGE}`);
}
