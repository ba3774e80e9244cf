import { openEmbeddedDatabase } from '../../../src/database/embedded/openEmbeddedDatabase.ts';
import pino from 'pino';

// A server in miniature, to be killed: opens the database of the folder in its argument, says where it is, and waits.
const [home = '', cacheFolder = ''] = process.argv.slice(2);
const { uri, password, pid } = await openEmbeddedDatabase({
  home,
  cacheFolder,
  transactionTimeoutMs: 15_000,
  environment: process.env,
  report: () => {},
  log: pino({ level: 'silent' }),
});
process.stdout.write(`${JSON.stringify({ uri, password, pid })}\n`);
setInterval(() => {}, 60_000);
