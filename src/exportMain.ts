import './production.ts';
import { parseConfig } from './config.ts';
import { exportArguments } from './export/arguments.ts';
import { runExport } from './export/runExport.ts';
import { stopSignal } from './runtime/stopSignal.ts';
import { createLogger } from './server/log.ts';
import { describeFailure, progressPrinter, stepPrinter } from './terminal.ts';

/** The composition root of `npm run export`. Ends with 0 when the export is whole; a second Ctrl-C ends at once. */
async function main(): Promise<number> {
  const signal = stopSignal(() => process.exit(130));
  try {
    const wish = exportArguments(process.argv.slice(2));
    const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
    await runExport(wish, {
      config,
      environment: process.env,
      log: createLogger(config),
      report: progressPrinter(process.stderr),
      progress: stepPrinter(process.stderr),
      output: process.stdout,
      signal,
    });
    return 0;
  } catch (error) {
    if (signal.aborted) return 130;
    process.stderr.write(describeFailure(error, 'The export ended'));
    return 1;
  }
}

process.exit(await main());
