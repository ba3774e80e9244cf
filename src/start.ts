import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { LastSeen } from './agent/lastSeen.ts';
import { startBackground } from './background.ts';
import type { Config } from './config.ts';
import { accountsIn } from './credential/accounts.ts';
import { addressOf } from './database/addressOf.ts';
import { Database } from './database/database.ts';
import { openEmbeddedDatabase } from './database/embedded/openEmbeddedDatabase.ts';
import type { EmbeddedDatabase } from './database/embedded/startEmbeddedDatabase.ts';
import { migrate } from './database/migrate.ts';
import { probe } from './database/probe.ts';
import { forgetUsage } from './database/forgetUsage.ts';
import { folderSize } from './database/storeSize.ts';
import { asUnavailable } from './database/unavailable.ts';
import { ensureVectorIndex } from './database/vectorIndex.ts';
import { GroupCommitWriter } from './database/writer.ts';
import { openEmbedder } from './embedding/openEmbedder.ts';
import type { Embedder } from './embedding/port.ts';
import { OutboxTail } from './event/outboxTail.ts';
import { ReadEvents } from './event/readEvents.ts';
import { Policies } from './governance/policies.ts';
import { openHooks } from './hook/openHooks.ts';
import { RunJournal } from './hookRegistry/runJournal.ts';
import type { FunctionHook } from './hook/function/functionHook.ts';
import { promoteByTouch } from './memory/promoteByTouch.ts';
import { NearDuplicates } from './memory/nearDuplicates.ts';
import { TouchQueue } from './memory/touch.ts';
import { warmUp } from './memory/warmUp.ts';
import type { Services } from './pipeline/services.ts';
import { Turns } from './pipeline/turns.ts';
import { quotasOf } from './quota/limits.ts';
import { cacheFolder } from './runtime/cacheFolder.ts';
import type { Environment } from './runtime/environment.ts';
import type { ReportProgress } from './runtime/progress.ts';
import { graphContext } from './schema/context.ts';
import { publicSchema } from './schema/publicSchema.ts';
import { Closers } from './runtime/closers.ts';
import { authenticatorFor } from './server/authenticate.ts';
import { checkBind } from './server/bind.ts';
import { createGovernanceMetrics } from './server/governanceMetrics.ts';
import { createHookMetrics } from './server/hookMetrics.ts';
import { createMetrics } from './server/metrics.ts';
import { startServer } from './server/startServer.ts';
import { registerSigningKey } from './signature/registerSigningKey.ts';
import { signingKeyOf } from './signature/signingKey.ts';

/** What a start takes from the process around it. */
export interface Surroundings {
  readonly config: Config;
  /** The process environment, for the programs that the server starts. */
  readonly environment: Environment;
  readonly log: Logger;
  /** Hears of steps that take a while. */
  readonly report: ReportProgress;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the embedder that the settings name; for programs that bring their own. */
  readonly embedder?: Embedder | null | undefined;
  /** Hooks of the program that starts the server, besides those of its hooks file (`defineHook`). */
  readonly hooks?: readonly FunctionHook[] | undefined;
}

/** A running Mnemograph. */
export interface Mnemograph {
  readonly url: string;
  readonly port: number;
  /** What it stands on, e.g. `embedded Neo4j 2026.08.1`. */
  readonly databaseName: string;
  /** Resolves, with a reason, when the server cannot go on: its embedded database is gone. */
  readonly failed: Promise<string>;
  /** Reads the hooks files again. */
  reloadHooks(): Promise<void>;
  /** Answers what is under way, closes sockets with 1001, writes what is left and stops the embedded database. */
  stop(): Promise<void>;
}

/**
 * Starts everything, in the order of need: database and model, migrations, parts, server.
 * @throws StartupError, DatabaseUnfit, ConfigError, HooksFileError or HookUnusable, each with what is wrong and what to do; nothing is
 *   left running then
 */
export async function startMnemograph(surroundings: Surroundings): Promise<Mnemograph> {
  const closers = new Closers();
  try {
    return await start(surroundings, closers);
  } catch (error) {
    await closers.run(surroundings.log);
    throw error;
  }
}

async function start(surroundings: Surroundings, closers: Closers): Promise<Mnemograph> {
  const { config, log } = surroundings;
  // What is wrong with the settings is said before anything is fetched or started.
  checkBind(config);
  const authenticator = authenticatorFor(config);
  const signingKey = signingKeyOf(config);
  const metrics = createMetrics();
  const hookMetrics = createHookMetrics(metrics.registry);
  const journal = new RunJournal(log);
  const hooks = await openHooks(surroundings, hookMetrics, journal.ran);

  const [embedded, embedder] = await startBoth(surroundings, closers);
  const address = addressOf(config, embedded);
  const database = new Database(address, { transactionTimeoutMs: config.TRANSACTION_TIMEOUT_MS });
  closers.add(() => database.close());
  // What still asks a database that is gone for good fails at once, and does not try again until its time is over.
  void embedded?.exited.then(() => database.close());
  const version = await probe(database, address);
  await migrate(database, log);
  await ensureVectorIndex(database, embedder);

  const clock = () => new Date();
  if (signingKey) await registerSigningKey(database, signingKey, { log, now: clock() });
  const quotas = quotasOf(config);
  // What is written without quotas is charged to nobody.
  if (quotas === null) await forgetUsage(database);
  const tail = new OutboxTail(database, { log, pollMs: config.EVENT_POLL_MS });
  const reads = new ReadEvents();
  const writer = new GroupCommitWriter(database, { log, clock, committed: () => tail.wake(), quotas });
  const touches = new TouchQueue(writer, { log, clock, promote: (id, who) => promoteByTouch(services, id, who) });
  const lastSeen = new LastSeen(database, { log, clock });
  const accounts = accountsIn(database);
  const services: Services = {
    database,
    writer,
    get embedder() {
      return database.retiredFor === null ? embedder : null;
    },
    hooks,
    governance: {
      mode: config.GOVERNANCE_MODE,
      policies: new Policies(database),
      counted: createGovernanceMetrics(metrics.registry),
    },
    journal,
    touches,
    turns: new Turns(),
    nearDuplicates: new NearDuplicates(database, clock),
    events: { tail, reads },
    log,
    clock,
    storeSize: embedded ? folderSize(join(config.MNEMOGRAPH_HOME, 'data')) : async () => null,
    deadlines: { write: config.EMBEDDING_WRITE_DEADLINE_MS, recall: config.EMBEDDING_RECALL_DEADLINE_MS },
    attestationRequired: config.REQUIRE_AGENT_ATTESTATION === 'true',
    signingKey,
    pendingLifetimeMs: config.PENDING_LIFETIME * 3_600_000,
    quotas,
  };
  closers.add(() => writer.drained());
  journal.start(database);
  closers.add(() => journal.stop());
  closers.add(() => hooks.close());
  hooks.serve();
  closers.add(() => tail.close());
  const jobs = await startBackground(services, config);
  // At once: when the database is gone, each of them finds that out by waiting for it. Before hooks close: a touch may promote.
  closers.addAll([...jobs.map((job) => () => job.stop()), () => touches.flush(), () => lastSeen.flush()]);

  const schema = await publicSchema();
  const server = await startServer({
    schema,
    config,
    log,
    metrics,
    authenticate: authenticator(accounts),
    revokedTokens: (ids) => accounts.revokedTokens(ids),
    contextFor: async (principal, { bookmarks }) => {
      lastSeen.note(principal);
      return graphContext(services, principal, bookmarks);
    },
    readiness: () => readiness(services),
    playgroundFolder: join(import.meta.dirname, '..', 'dist', 'ui', 'playground'),
    translateError: asUnavailable,
  });
  closers.add(async () => {
    reads.close();
    await server.close();
  });
  const warming = new AbortController();
  void warmUp(services, warming.signal);
  closers.add(() => warming.abort());

  return {
    url: server.url,
    port: server.port,
    databaseName: embedded
      ? `embedded Neo4j ${version}${embedded.reused ? ' (taken over)' : ''}`
      : `Neo4j ${version} at ${address.uri}`,
    failed: embedded
      ? embedded.exited.then(() => 'The embedded database ended unexpectedly; see its log in the data folder.')
      : new Promise(() => {}),
    async reloadHooks() {
      await hooks.reload();
    },
    stop: () => closers.run(log),
  };
}

/** Database and model come up side by side; when one fails, the other is closed too. */
async function startBoth(
  surroundings: Surroundings,
  closers: Closers,
): Promise<[EmbeddedDatabase | null, Embedder | null]> {
  const { config, environment, log, report, signal } = surroundings;
  const cache = cacheFolder({
    configured: config.MNEMOGRAPH_CACHE,
    environment,
    platform: process.platform,
    userHome: homedir(),
  });
  const [database, embedder] = await Promise.allSettled([
    config.NEO4J_URI === undefined
      ? openEmbeddedDatabase({
          home: config.MNEMOGRAPH_HOME,
          cacheFolder: cache,
          transactionTimeoutMs: config.TRANSACTION_TIMEOUT_MS,
          environment,
          report,
          log,
          signal,
        })
      : null,
    surroundings.embedder === undefined ? openEmbedder(surroundings) : surroundings.embedder,
  ]);
  if (database.status === 'fulfilled' && database.value) closers.add(() => database.value?.stop());
  if (embedder.status === 'fulfilled' && embedder.value) closers.add(() => embedder.value?.close());
  if (database.status === 'rejected') throw database.reason;
  if (embedder.status === 'rejected') throw embedder.reason;
  return [database.value, embedder.value];
}

async function readiness({ database, embedder }: Services) {
  await database.read('database/ping');
  return {
    ready: true,
    parts: {
      database: { ok: true },
      migrations: { ok: true },
      embedder: { ok: true, state: embedder?.model ?? 'none: recall by words alone' },
    },
  };
}
