import { createHash } from 'node:crypto';
import type { DatabaseRuntime } from '../../runtime/resolveDatabaseRuntime.ts';
import type { MemorySizes } from './memorySizes.ts';

/** What may differ from one embedded database to another. */
export interface DatabaseSettings {
  readonly runtime: DatabaseRuntime;
  readonly memory: MemorySizes;
  /** `Config.TRANSACTION_TIMEOUT_MS`. */
  readonly transactionTimeoutMs: number;
  /** More of Neo4j's own settings, which come after ours. */
  readonly further?: Readonly<Record<string, string>> | undefined;
}

/**
 * The text of `neo4j.conf`.
 * @param port the port to listen on, on 127.0.0.1
 */
export function databaseConf({ memory, transactionTimeoutMs, further }: DatabaseSettings, port: number): string {
  const lines: Readonly<Record<string, string>> = {
    'server.default_listen_address': '127.0.0.1',
    'server.default_advertised_address': '127.0.0.1',
    'server.bolt.listen_address': `127.0.0.1:${port}`,
    'server.bolt.advertised_address': `127.0.0.1:${port}`,
    'server.http.enabled': 'false',
    'server.https.enabled': 'false',
    'server.fleet_discovery.enabled': 'false',
    'server.bolt.telemetry.enabled': 'false',
    'dbms.usage_report.enabled': 'false',
    'dbms.security.allow_csv_import_from_file_urls': 'false',
    'server.memory.heap.initial_size': `${memory.heap}m`,
    'server.memory.heap.max_size': `${memory.heap}m`,
    'server.memory.pagecache.size': `${memory.pageCache}m`,
    // Who waits for a lock gives up before its own transaction would be ended.
    'db.lock.acquisition.timeout': `${Math.ceil((transactionTimeoutMs * 2) / 3)}ms`,
    // A backstop: the driver sets a shorter one for each transaction.
    'db.transaction.timeout': `${transactionTimeoutMs * 4}ms`,
    'db.tx_log.rotation.size': '64m',
    'db.tx_log.rotation.retention_policy': '1 files',
    // Requests are drained before the database is stopped; without this its two idle pools wait 5 s each.
    'internal.server.bolt.thread_pool_shutdown_wait_time': '0s',
    // One plan serves parameters of all sizes; our own statements see to that themselves (ADR 0008), the generated reads cannot.
    'internal.cypher.use_parameter_size': 'false',
    ...further,
  };
  const body = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
  return `# Written at each start of the server; changes made here are lost.\n${body.join('')}`;
}

/** The flags of the JVM that depend on the settings, without class path, archive and main class. */
export function javaFlags({ runtime: { java }, memory }: DatabaseSettings): string[] {
  const opened = ['java.nio', 'java.io', 'sun.nio.ch', 'java.util.concurrent'];
  return [
    `-Xms${memory.heap}m`,
    `-Xmx${memory.heap}m`,
    '-Dfile.encoding=UTF-8',
    '-Dlog4j2.disable.jmx=true',
    // As in the neo4j.conf that Neo4j ships: the page cache and the log pruner reach into these.
    ...opened.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    '--enable-native-access=ALL-UNNAMED',
    ...(java.version >= 23 ? ['--sun-misc-unsafe-memory-access=allow'] : []),
    ...(java.hasVectorModule ? ['--add-modules=jdk.incubator.vector'] : []),
  ];
}

/** Names one set of settings and programs; a running database with another key must be replaced. */
export function settingsKey(settings: DatabaseSettings): string {
  const { runtime } = settings;
  return shortHash([
    databaseConf(settings, 0),
    ...javaFlags(settings),
    runtime.libFolder,
    runtime.java.executable,
    runtime.java.build,
  ]);
}

/** A name for a list of texts: 16 hexadecimal digits. */
export function shortHash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
