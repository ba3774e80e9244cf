import { verifyAuditChain, type ChainVerification } from '../../src/audit/verifyChain.ts';
import { migrate } from '../../src/database/migrate.ts';
import { log } from '../event/outbox.ts';
import { WritingServer } from '../database/writingServer.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';
import type { TestDatabase } from '../support/database.ts';

/** A database of a suite's own with a server on it: what is tampered with here disturbs nobody. */
export async function auditedServer(): Promise<{
  server: WritingServer;
  address: TestDatabase;
  stop: () => Promise<void>;
}> {
  const { address, stop } = await emptyDatabase();
  const server = new WritingServer(address);
  await migrate(server.database, log);
  return {
    server,
    address,
    async stop() {
      await server.close();
      await stop();
    },
  };
}

/** Walks one page. */
export async function walk(
  { context }: WritingServer,
  page: { after?: number; first?: number } = {},
): Promise<ChainVerification> {
  return await execute(verifyAuditChain, page, context);
}

/** Walks the whole chain by pages; answers the last one, with all that was checked. */
export async function walkAll(server: WritingServer, first = 500): Promise<ChainVerification> {
  let checked = 0;
  for (let after = 0; ;) {
    const found = await walk(server, { after, first });
    checked += found.checked;
    if (found.nextAfter === null) return { ...found, checked };
    after = found.nextAfter;
  }
}
