import { principalOf } from '../agent/principal.ts';
import type { StatementName } from '../database/database.ts';
import { toLocalDateTime } from '../database/values.ts';
import type { Services } from '../pipeline/services.ts';
import { findCandidates } from './recall.ts';
import { recallInputSchema } from './recallInput.ts';

const WRITES: readonly StatementName[] = [
  'memory/store',
  'memory/update',
  'memory/delete',
  'memory/touch',
  'link/link',
  'reflection/reflect',
];
const QUESTION = 'what is there to remember';

/**
 * Has the database plan the statements of the hot paths, which takes it a second or more the first time, so that the
 * first person to ask does not wait for it. Writes nothing: the writes run on no rows. A failure only costs time later.
 * @param signal ends it; what is under way fails when the driver closes
 */
export async function warmUp(services: Services, signal: AbortSignal): Promise<void> {
  const { database, embedder, clock, log } = services;
  try {
    const now = toLocalDateTime(clock());
    const [vector] = embedder ? await embedder.embed([QUESTION], { priority: 'question' }) : [];
    for (const principal of [principalOf('local', 'global', ['admin']), principalOf('nobody', 'a/b', ['agent'])]) {
      const context = { services, principal, bookmarks: [] };
      for (const namespace of [null, 'a']) {
        signal.throwIfAborted();
        const input = recallInputSchema.parse({ query: QUESTION, namespace });
        await findCandidates(context, input, vector ?? null);
      }
    }
    await database.read('memory/neighbours', { rows: [], now, least: 1 });
    await database.write(async (run) => {
      for (const statement of WRITES) {
        signal.throwIfAborted();
        await run(statement, { rows: [], now });
      }
    });
  } catch (error) {
    if (signal.aborted) return;
    log.info({ reason: String(error).slice(0, 200) }, 'warming up was cut short; the first requests may take longer');
  }
}
