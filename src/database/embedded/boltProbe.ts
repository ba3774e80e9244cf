import { connect } from 'node:net';
import neo4j from 'neo4j-driver';
import { within } from '../overdue.ts';

/** What a port says: `refused` nobody listens, `silent` somebody does and does not answer as a ready database. */
export type ProbeAnswer = 'ready' | 'refused' | 'silent' | 'wrong password';

/** The user of the embedded database. */
export const USER = 'neo4j';

/**
 * Logs in and runs a query.
 * @param port on 127.0.0.1
 * @param timeoutMs how long it may take
 */
export async function probe(port: number, password: string, timeoutMs: number): Promise<ProbeAnswer> {
  if (!(await listens(port))) return 'refused';
  const driver = neo4j.driver(boltUri(port), neo4j.auth.basic(USER, password), {
    connectionTimeout: timeoutMs,
    connectionAcquisitionTimeout: timeoutMs,
    maxTransactionRetryTime: 0,
    maxConnectionPoolSize: 1,
    telemetryDisabled: true,
  });
  const asked = driver.executeQuery('RETURN 1', {}, { database: 'neo4j' }).then((): ProbeAnswer => 'ready', reasonOf);
  const answer = await within(timeoutMs, asked).catch((): ProbeAnswer => 'silent');
  // Closing says goodbye, which a suspended database never answers.
  const closed = driver.close().catch(() => {});
  if (answer !== 'silent') await closed;
  return answer;
}

/** The address of the embedded database. */
export function boltUri(port: number): string {
  return `bolt://127.0.0.1:${port}`;
}

function reasonOf(error: { code?: string }): ProbeAnswer {
  return error.code === 'Neo.ClientError.Security.Unauthorized' ? 'wrong password' : 'silent';
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
