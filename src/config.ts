import { z } from 'zod';

/**
 * All settings in one place. `main.ts` is the only reader of `process.env`; everything else takes a `Config`.
 * Each setting's description is what `docs/settings.md` says.
 */
const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000).describe('Port to listen on; 0 takes a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  ALLOWED_HOSTS: list().describe('Host names, besides loopback and HOST, that requests may name in their Host header.'),
  ALLOWED_ORIGINS: list().describe('Origins, besides this server itself, whose pages may call it.'),
  NEO4J_URI: z.string().min(1).optional().describe('Database to use; when absent an embedded one is started.'),
  NEO4J_USER: z.string().min(1).default('neo4j').describe('User at NEO4J_URI.'),
  NEO4J_PASSWORD: z.string().optional().describe('Password at NEO4J_URI.'),
  NEO4J_DATABASE: z.string().min(1).default('neo4j').describe('Database name at NEO4J_URI.'),
  MNEMOGRAPH_HOME: z.string().min(1).default('.mnemograph').describe('Folder for data, logs and secrets.'),
  MNEMOGRAPH_CACHE: z
    .string()
    .min(1)
    .optional()
    .describe('Folder for the downloaded runtime (database, model); the user cache folder when absent.'),
  MNEMOGRAPH_HOOKS: z
    .string()
    .min(1)
    .default('hooks.toml')
    .describe('Hooks of the project: a TOML file, or a folder of them; a missing file means no hooks.'),
  MNEMOGRAPH_HOOKS_MANAGED: z
    .string()
    .min(1)
    .default('/etc/mnemograph/hooks')
    .describe('Hooks of the managed policy, asked before all others: a TOML file, or a folder of them.'),
  MNEMOGRAPH_HOOKS_USER: z
    .string()
    .min(1)
    .optional()
    .describe('Hooks of the local user, asked after all others: a TOML file, or a folder of them; none when absent.'),
  MNEMOGRAPH_HOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Secret that requests to http hooks are signed with, where a hook names none of its own.'),
  EMBEDDING_PROVIDER: z.enum(['local', 'openai', 'none']).default('local').describe('Where vectors come from.'),
  EMBEDDING_URL: z
    .url()
    .default('https://api.openai.com/v1')
    .describe('Base address of an OpenAI-compatible embedder.'),
  EMBEDDING_MODEL: z.string().min(1).default('text-embedding-3-small').describe('Model name for the openai provider.'),
  EMBEDDING_API_KEY: z.string().optional().describe('Key for the openai provider.'),
  EMBEDDING_DIMENSIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(4096)
    .optional()
    .describe('Dimensions the openai model answers with; asked for when absent.'),
  EMBEDDING_WRITE_DEADLINE_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600_000)
    .default(5_000)
    .describe('How long a write waits for its vector before it is stored without.'),
  EMBEDDING_RECALL_DEADLINE_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(1_000)
    .describe('How long recall waits for the vector of its question before it answers from words alone.'),
  AUTH_MODE: z
    .enum(['none', 'jwt'])
    .default('none')
    .describe(
      'How callers are known: `jwt` by a bearer token, a JWT or an API token (docs/identity.md); `none` believes everybody, and works on loopback only.',
    ),
  AUTH_JWT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Secret that JWTs are signed with by HS256, at least 32 bytes. At most one of the three sources of keys.',
    ),
  AUTH_JWT_PUBLIC_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Public key of JWTs as PEM, or the path of a PEM file: Ed25519 (EdDSA), P-256 (ES256) or RSA (RS256).'),
  AUTH_JWKS_URL: z.url().optional().describe('Address of the public keys (JWKS) of JWTs; https, or this machine.'),
  AUTH_JWT_ISSUER: list().describe('Issuers (`iss`) whose JWTs are taken; any when absent.'),
  AUTH_JWT_AUDIENCE: list().describe('Audiences (`aud`) of which a JWT must name one; when absent it may name none.'),
  AUTH_JWT_CLOCK_TOLERANCE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(5)
    .describe('By how much the clock of the issuer of JWTs may be wrong.'),
  ALLOW_UNAUTHENTICATED_BIND: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Lets AUTH_MODE=none bind beyond loopback. Only for a container whose port is published on loopback.'),
  REQUIRE_AGENT_ATTESTATION: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: storeMemory and storeMemories refuse what its author has not signed (docs/signatures.md).'),
  SIGNING_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Ed25519 private key as PEM, or the path of a PEM file: the server signs with it every link that its caller did not (docs/signatures.md); none is signed when absent.',
    ),
  GOVERNANCE_MODE: z
    .enum(['enforce', 'advisory', 'off'])
    .default('enforce')
    .describe('What policies come to: `advisory` logs what they would refuse and lets it pass, `off` asks none.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe log line written.'),
  LOG_FORMAT: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('`auto`: pretty on a terminal, JSON elsewhere.'),
  TRANSACTION_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(15_000)
    .describe('Longest time one database transaction may take.'),
  EVENT_POLL_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(100)
    .describe('How often the outbox is looked at for events of other servers.'),
  EVENT_RETENTION_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(87_600)
    .default(168)
    .describe('How long events can be replayed.'),
  COLLECT_INTERVAL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(1_800)
    .describe('How often expired memories are moved to the archive.'),
  PENDING_LIFETIME: z.coerce
    .number()
    .min(0.001)
    .max(8_760)
    .default(24)
    .describe('How many hours an action waits for approval before it lapses.'),
  QUOTA_MEMORIES_PER_DAY: limit('How many memories an agent may make in a namespace on one day (UTC), e.g. 1000'),
  QUOTA_BYTES: limit(
    'How many bytes the live memories of an agent may take in a namespace (title, content, tags and metadata), e.g. 104857600',
  ),
  QUOTA_LINKS_PER_DAY: limit('How many links an agent may make in a namespace on one day (UTC), e.g. 5000'),
  SHUTDOWN_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe('How long running requests may take to end when the server stops.'),
});

function limit(description: string) {
  return z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe(`${description}; no limit when absent.`);
}

function list() {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    );
}

/** The settings as parsed: names as in the environment, values typed and with their defaults. */
export type Config = Readonly<z.output<typeof environmentSchema>>;

/** A setting that cannot be used: says which one, what it must be and what it is. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings.
 * @throws ConfigError naming every setting that is wrong
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  return Object.freeze(parsed.data);
}

/** Name, description and default of every setting, for docs/settings.md. */
export function describeSettings(): { name: string; description: string; fallback: string | null }[] {
  const empty = environmentSchema.parse({});
  return Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const value = empty[name as keyof typeof empty];
    return { name, description: schema.description ?? '', fallback: value === undefined ? null : String(value) };
  });
}
