import neo4j, { type Driver } from 'neo4j-driver';
import { notAnAddress } from './databaseUnfit.ts';

/** How to reach a database. */
export interface DatabaseAddress {
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/**
 * Opens the one driver of a process. Nothing is sent before the first query.
 * Retries of a transaction stop after 10 s, so that a caller hears of an outage while it still waits.
 * @throws DatabaseUnfit when the address is none
 */
export function openDriver(address: DatabaseAddress): Driver {
  try {
    return driverTo(address);
  } catch (error) {
    throw notAnAddress(address.uri, error);
  }
}

function driverTo(address: DatabaseAddress): Driver {
  return neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password), {
    disableLosslessIntegers: true,
    maxTransactionRetryTime: 10_000,
    connectionAcquisitionTimeout: 10_000,
    connectionTimeout: 5_000,
    maxConnectionPoolSize: 100,
    userAgent: 'mnemograph',
  });
}
