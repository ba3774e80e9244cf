import './production.ts';
import { parseConfig } from './config.ts';
import { exportArguments } from './export/arguments.ts';
import { runExport } from './export/runExport.ts';
import { createLogger } from './server/log.ts';
import { describeFailure, progressPrinter, stepPrinter } from './terminal.ts';

/** A group that is signalled at once gets the signal twice: from the system, and from npm, which passes it on. */
const SAME_REQUEST_MS = 1_000;

/** The composition root of `npm run export`. Ends with 0 when the export is whole; a second Ctrl-C ends at once. */
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
    const wish = exportArguments(process.argv.slice(2));
    const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
    await runExport(wish, {
      config,
      environment: process.env,
      log: createLogger(config),
      report: progressPrinter(process.stderr),
      progress: stepPrinter(process.stderr),
      output: process.stdout,
      signal: stopping.signal,
    });
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 130;
    process.stderr.write(describeFailure(error, 'The export ended'));
    return 1;
  }
}

process.exit(await main());
