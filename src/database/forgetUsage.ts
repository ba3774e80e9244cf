import type { Database } from './database.ts';
import { integer } from './values.ts';

const CLEARED_AT_ONCE = 5_000;

/** Forgets what agents use, so that it is counted anew: for when something was written that nobody charged. */
export async function forgetUsage(database: Database): Promise<void> {
  for (let count = 1; count > 0;) {
    const [cleared] = await database.write((run) =>
      run<{ count: number }>('quota/clear', { limit: integer(CLEARED_AT_ONCE) }),
    );
    count = cleared?.count ?? 0;
  }
}
