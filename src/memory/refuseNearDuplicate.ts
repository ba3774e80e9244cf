import { toLocalDateTime } from '../database/values.ts';
import { OperationRefused } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { NearDuplicate } from './nearDuplicates.ts';
import type { StoreInput } from './storeInput.ts';
import type { TitleKey } from './titleKey.ts';

const NUMBER = / \(\d{1,4}\)$/;

/**
 * Refuses a memory that says nearly what another says (spec memory-system §3.2). The same content word for word is no near
 * duplicate, so it may stand under another title; `checkDuplicate` tells of it. What holds the very title is left to the
 * rules of `onConflict`, and VERSION may stand beside the other versions of its title.
 * @param find the first near duplicate that is not ignored
 * @throws OperationRefused CONFLICT
 */
export async function refuseNearDuplicate(
  { services }: OperationContext,
  { onConflict }: StoreInput,
  key: TitleKey,
  find: (ignored: (other: { title: string; titleOwner: string }) => boolean) => Promise<NearDuplicate | null>,
): Promise<void> {
  const found = await find(
    ({ title, titleOwner }) =>
      titleOwner === key.titleOwner &&
      (title === key.title || (onConflict === 'VERSION' && title.replace(NUMBER, '') === key.title)),
  );
  if (!found) return;
  if (onConflict === 'ERROR') {
    // A taken title is the first thing to say, and the write says it.
    const holders = await services.database.read('memory/find-by-title', {
      ...key,
      now: toLocalDateTime(services.clock()),
    });
    if (holders.length > 0) return;
  }
  throw new OperationRefused('CONFLICT', 'another memory says nearly the same', {
    reason: 'NEAR_DUPLICATE',
    ...found,
  });
}
