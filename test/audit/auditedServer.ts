import { afterAll, beforeAll } from '@jest/globals';
import { verifyAuditChain, type ChainVerification } from '../../src/audit/verifyChain.ts';
import { migrate } from '../../src/database/migrate.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { WritingServer } from '../database/writingServer.ts';
import { log } from '../event/outbox.ts';
import type { TestDatabase } from '../support/database.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';

// Who imports this gets a database of the suite's own with a server on it: what is tampered with there disturbs nobody.

/** The suite's own server, from its first test on. */
export let server: WritingServer;
/** Where its database is. */
export let address: TestDatabase;

let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ address, stop } = await emptyDatabase());
  server = new WritingServer(address, { transactionTimeoutMs: 60_000 });
  await migrate(server.database, log);
}, 120_000);
afterAll(async () => {
  await server?.close();
  await stop?.();
}, 60_000);

/** Walks one page. */
export async function walk(page: { after?: number; first?: number } = {}): Promise<ChainVerification> {
  return await execute(verifyAuditChain, page, server.context);
}

/** Walks the whole chain by pages; answers the last one, with all that was checked. */
export async function walkAll(first = 500): Promise<ChainVerification> {
  let checked = 0;
  for (let after = 0; ;) {
    const found = await walk({ after, first });
    checked += found.checked;
    if (found.nextAfter === null) return { ...found, checked };
    after = found.nextAfter;
  }
}
