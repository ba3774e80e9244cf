import './production.ts';
import { parseConfig } from './config.ts';
import { reembedArguments } from './reembed/arguments.ts';
import { runReembed } from './reembed/runReembed.ts';
import { stopSignal } from './runtime/stopSignal.ts';
import { createLogger } from './server/log.ts';
import { describeFailure, describeReembed, progressPrinter, stepPrinter } from './terminal.ts';

/**
 * The composition root of `npm run reembed`. Ends with 0 when the servers can go on with the new embedder, with 2 when it
 * refused texts, with 1 when the change did not come to its end, and with 130 when it was stopped; a second Ctrl-C ends at
 * once.
 */
async function main(): Promise<number> {
  const signal = stopSignal(() => process.exit(130));
  try {
    const wish = reembedArguments(process.argv.slice(2));
    const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
    const summary = await runReembed(wish, {
      config,
      environment: process.env,
      log: createLogger(config),
      report: progressPrinter(process.stderr),
      progress: stepPrinter(process.stderr),
      signal,
    });
    process.stdout.write(describeReembed(summary));
    return 'refused' in summary && summary.refused > 0 ? 2 : 0;
  } catch (error) {
    if (signal.aborted) {
      process.stderr.write('Stopped. The same command again goes on from here.\n');
      return 130;
    }
    process.stderr.write(describeFailure(error, 'The change of the embedder ended'));
    return 1;
  }
}

process.exit(await main());
