import './production.ts';
import { parseConfig } from './config.ts';
import { startMnemograph, type Mnemograph } from './start.ts';
import { createLogger } from './server/log.ts';
import { describeFailure, progressPrinter, welcome } from './terminal.ts';

/** A group that is signalled at once gets the signal twice: from the system, and from npm, which passes it on. */
const SAME_REQUEST_MS = 1_000;

/**
 * The composition root: the only reader of the environment, and the only place that ends the process. Ctrl-C and
 * SIGTERM stop everything in order; a second one ends at once.
 */
async function main(): Promise<number> {
  const starting = new AbortController();
  let stopping = false;
  let stoppingSince = 0;
  let running: Mnemograph | undefined;
  let stopped: (reason: string | null) => void = () => {};
  const end = new Promise<string | null>((resolve) => (stopped = resolve));
  // Of a terminal SIGHUP says that it is gone; everywhere else it asks to read the hooks files again.
  const stops = process.stdin.isTTY ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGINT', 'SIGTERM'] as const);
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void running?.reloadHooks());
  for (const signal of stops) {
    process.on(signal, () => {
      if (stopping && performance.now() - stoppingSince < SAME_REQUEST_MS) return;
      if (stopping) process.exit(130);
      stopping = true;
      stoppingSince = performance.now();
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
    if (!stopping) process.stdout.write(welcome(running, config.AUTH_MODE));
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
