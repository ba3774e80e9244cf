import { setTimeout as sleep } from 'node:timers/promises';

const LOOKS = 4;
const PAUSE_MS = 50;

/**
 * Looks again at what seems wrong: the database shows no snapshot, so a commit under way may show one part of what it wrote
 * and not yet another.
 * @param found what a first look found
 * @param again looks at some of it once more; what is left out is gone
 * @returns what was found last, in no order
 */
export async function lookAgain<Found>(
  found: readonly Found[],
  isDoubtful: (one: Found) => boolean,
  again: (doubtful: readonly Found[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const settled = found.filter((one) => !isDoubtful(one));
  let doubtful = found.filter(isDoubtful);
  for (let look = 2; look <= LOOKS && doubtful.length > 0; look++) {
    await sleep(PAUSE_MS);
    const looked = await again(doubtful);
    settled.push(...looked.filter((one) => !isDoubtful(one)));
    doubtful = looked.filter(isDoubtful);
  }
  return [...settled, ...doubtful];
}
