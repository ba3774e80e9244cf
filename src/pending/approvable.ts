import { registerEntity } from '../entity/register.ts';
import { invalidateLink } from '../link/invalidate.ts';
import { linkMemories } from '../link/link.ts';
import { atomise } from '../memory/atomise.ts';
import { calibrateConfidence } from '../memory/calibrateConfidence.ts';
import { decayConfidence } from '../memory/decayConfidence.ts';
import { deleteMemory } from '../memory/delete.ts';
import { forgetMemories } from '../memory/forget.ts';
import { promoteMemory } from '../memory/promote.ts';
import { purgeArchive } from '../memory/purge.ts';
import { restoreMemory } from '../memory/restore.ts';
import { storeMemory } from '../memory/store.ts';
import { updateMemory } from '../memory/update.ts';
import type { Operation } from '../pipeline/operation.ts';
import { reflect } from '../reflection/reflect.ts';

/** An operation that may wait for approval, whatever it takes and answers. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- input and answer are its own business
export type Approvable = Operation<any, any, any>;

const OPERATIONS: readonly Approvable[] = [
  ...[storeMemory, updateMemory, deleteMemory, forgetMemories, restoreMemory, promoteMemory, purgeArchive, atomise],
  ...[decayConfidence, calibrateConfidence, linkMemories, invalidateLink, registerEntity, reflect],
];

/** Operations by the name that a pending action has noted. */
export const APPROVABLE: ReadonlyMap<string, Approvable> = new Map(OPERATIONS.map((one) => [one.name, one]));
