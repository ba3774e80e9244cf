import type { TestDatabase } from '../support/database.ts';
import { OutboxTail } from '../../src/event/outboxTail.ts';
import { PostHookRunner } from '../../src/event/postHookRunner.ts';
import { log, openDatabase } from './outbox.ts';

// A server as far as post-hooks go, to be killed: prints the id of each deletion before and after its hook has heard.
// Arguments: the address as JSON, the lease in milliseconds.

const [address, leaseMs] = process.argv.slice(2);
const database = openDatabase(JSON.parse(address!) as TestDatabase);
const runner = new PostHookRunner({
  database,
  tail: new OutboxTail(database, { log, pollMs: 20 }),
  log,
  retentionHours: 1,
  leaseMs: Number(leaseMs),
  hooks: {
    has: () => true,
    notify: async (_event, payload) => {
      process.stdout.write(`begin ${String(payload['id'])}\n`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      process.stdout.write(`end ${String(payload['id'])}\n`);
    },
  },
});
await runner.start();
process.stdout.write('ready\n');
