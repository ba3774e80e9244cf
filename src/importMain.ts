import './production.ts';
import { parseConfig } from './config.ts';
import { importArguments } from './import/arguments.ts';
import { runImport } from './import/runImport.ts';
import { stopSignal } from './runtime/stopSignal.ts';
import { createLogger } from './server/log.ts';
import { describeFailure, describeImport, progressPrinter, stepPrinter } from './terminal.ts';

/**
 * The composition root of `npm run import`. Ends with 0 when every row was taken over, with 2 when some were not, with 1
 * when the import did not come to its end, and with 130 when it was stopped; a second Ctrl-C ends at once.
 */
async function main(): Promise<number> {
  const signal = stopSignal(() => process.exit(130));
  try {
    const begun = performance.now();
    const wish = importArguments(process.argv.slice(2));
    const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
    const summary = await runImport(wish, {
      config,
      environment: process.env,
      log: createLogger(config),
      report: progressPrinter(process.stderr),
      progress: stepPrinter(process.stderr),
      signal,
    });
    process.stdout.write(describeImport(summary, performance.now() - begun));
    return summary.skipped > 0 ? 2 : 0;
  } catch (error) {
    if (signal.aborted) {
      process.stderr.write('Stopped. The same command again goes on from here.\n');
      return 130;
    }
    process.stderr.write(describeFailure(error, 'The import ended'));
    return 1;
  }
}

process.exit(await main());
