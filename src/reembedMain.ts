import './production.ts';
import { parseConfig } from './config.ts';
import { reembedArguments } from './reembed/arguments.ts';
import { runReembed } from './reembed/runReembed.ts';
import { createLogger } from './server/log.ts';
import { describeFailure, describeReembed, progressPrinter, stepPrinter } from './terminal.ts';

/** A group that is signalled at once gets the signal twice: from the system, and from npm, which passes it on. */
const SAME_REQUEST_MS = 1_000;

/**
 * The composition root of `npm run reembed`. Ends with 0 when the servers can go on with the new embedder, with 2 when it
 * refused texts, with 1 when the change did not come to its end, and with 130 when it was stopped; a second Ctrl-C ends at
 * once.
 */
async function main(): Promise<number> {
  const stopping = new AbortController();
  let since = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted && performance.now() - since < SAME_REQUEST_MS) return;
      if (stopping.signal.aborted) process.exit(130);
      since = performance.now();
      stopping.abort(new Error('stopped'));
    });
  }
  try {
    const wish = reembedArguments(process.argv.slice(2));
    const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
    const summary = await runReembed(wish, {
      config,
      environment: process.env,
      log: createLogger(config),
      report: progressPrinter(process.stderr),
      progress: stepPrinter(process.stderr),
      signal: stopping.signal,
    });
    process.stdout.write(describeReembed(summary));
    return 'refused' in summary && summary.refused > 0 ? 2 : 0;
  } catch (error) {
    if (stopping.signal.aborted) {
      process.stderr.write('Stopped. The same command again goes on from here.\n');
      return 130;
    }
    process.stderr.write(describeFailure(error, 'The change of the embedder ended'));
    return 1;
  }
}

process.exit(await main());
