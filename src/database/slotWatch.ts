import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { readEmbeddingModels, type EmbeddingModels } from './embeddingModels.ts';
import type { VectorSlot } from './vectorSlot.ts';

const LOOK_MS = 1_000;

/** How long before a slot is emptied its new model is noted, so that every server has seen it by then. */
export const GRACE_MS = 4 * LOOK_MS;

/**
 * Notices when the vectors that this server works with are taken away: a server that stays on the old vectors after a change
 * of the embedder recalls by them until a further change needs their place, and by words alone from then on.
 */
export class SlotWatch {
  readonly #database: Database;
  readonly #log: Logger;
  #model: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #look: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Begins to look every second. */
  async start(): Promise<void> {
    const { of } = await readEmbeddingModels(this.#database);
    this.#model = of[this.#database.slot]?.model ?? null;
    this.#wait();
  }

  /** Ends after the look that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#look;
  }

  #wait(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#look = readEmbeddingModels(this.#database)
        .then((models) => this.#see(models))
        .catch((error: unknown) => this.#log.debug({ err: error }, 'the model of the vectors could not be read'))
        .finally(() => this.#wait());
    }, LOOK_MS);
    this.#timer.unref();
  }

  #see(models: EmbeddingModels): void {
    const { slot, retiredFor } = this.#database;
    const model = models.of[slot]?.model ?? null;
    // A server without an embedder may be there before the first one comes.
    this.#model ??= model;
    const taken = model !== this.#model || (retiredFor !== null && models.slot !== slot);
    const next: VectorSlot | null = taken ? models.slot : null;
    if (next !== null && retiredFor === null) {
      this.#log.warn(
        { model: this.#model, now: models.of[models.slot]?.model },
        'the vectors of this embedder were removed; recall goes by words alone until the server is started with the present one',
      );
    }
    this.#database.retiredFor = next;
  }
}
