import type { Config } from '../config.ts';
import type { DatabaseAddress } from './driver.ts';
import type { EmbeddedDatabase } from './embedded/startEmbeddedDatabase.ts';

/** Where the database of these settings is: the embedded one, when one was started. */
export function addressOf(config: Config, embedded: EmbeddedDatabase | null): DatabaseAddress {
  if (embedded) return { uri: embedded.uri, user: embedded.user, password: embedded.password, database: 'neo4j' };
  return {
    uri: config.NEO4J_URI ?? '',
    user: config.NEO4J_USER,
    password: config.NEO4J_PASSWORD ?? '',
    database: config.NEO4J_DATABASE,
  };
}
