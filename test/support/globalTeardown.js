import { once } from 'node:events';

/** Closes the pipes to the processes that keep the databases, and waits until they have stopped them. */
export default async function globalTeardown() {
  await Promise.all(
    globalThis.keepers.map(async (keeper) => {
      if (keeper.exitCode !== null) return;
      const ended = once(keeper, 'exit');
      keeper.stdin.end();
      await ended;
    }),
  );
}
