import { once } from 'node:events';

/** Closes the pipe to the process that keeps the database, and waits until it has stopped it. */
export default async function globalTeardown() {
  const keeper = globalThis.databaseKeeper;
  if (keeper === undefined || keeper.exitCode !== null) return;
  const ended = once(keeper, 'exit');
  keeper.stdin.end();
  await ended;
}
