import './production.ts';
import { parseConfig } from './config.ts';
import { startMnemograph, type Mnemograph } from './start.ts';
import { createLogger } from './server/log.ts';
import { describeFailure, progressPrinter, welcome } from './terminal.ts';

/**
 * The composition root: the only reader of the environment, and the only place that ends the process. Ctrl-C and
 * SIGTERM stop everything in order; a second one ends at once.
 */
async function main(): Promise<number> {
  const starting = new AbortController();
  let stopping = false;
  let running: Mnemograph | undefined;
  let stopped: (reason: string | null) => void = () => {};
  const end = new Promise<string | null>((resolve) => (stopped = resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130);
      stopping = true;
      starting.abort(new Error('stopped before the start was over'));
      stopped(null);
    });
  }

  try {
    const config = parseConfig(process.env);
    const log = createLogger(config);
    running = await startMnemograph({
      config,
      environment: process.env,
      log,
      report: progressPrinter(process.stdout),
      signal: starting.signal,
    });
    if (!stopping) process.stdout.write(welcome(running));
    void running.failed.then((reason) => {
      if (!stopping) stopped(reason);
    });
    const failure = await end;
    stopping = true;
    if (failure !== null) process.stderr.write(`${failure}\n`);
    await running.stop();
    if (failure === null) process.stdout.write('Stopped.\n');
    return failure === null ? 0 : 1;
  } catch (error) {
    if (stopping) return 130;
    process.stderr.write(describeFailure(error));
    return 1;
  }
}

process.exit(await main());
