import type { Principal } from '../agent/principal.ts';
import { readerOf } from '../governance/audience.ts';
import { Doorbell } from './doorbell.ts';
import { caughtUpEvent, DURABLE_TYPES, toGraphEvent, type GraphEvent } from './graphEvent.ts';
import { hideGoneMemories } from './hideGone.ts';
import { OutboxFeed } from './outboxFeed.ts';
import { mayHear, READ_TYPES, toReadGraphEvent } from './readEvents.ts';
import { ReadQueue } from './readQueue.ts';
import type { StartingPlace } from './startingPlace.ts';
import type { EventSources } from './subscribe.ts';
import { isVisible, type EventFilter } from './visible.ts';

/** A checked request of one subscriber. */
export interface SourceOptions extends StartingPlace {
  readonly principal: Principal;
  /** Only these types; all durable ones when absent. */
  readonly types?: readonly string[] | null | undefined;
  /** Root of the subtree, or null for everywhere. */
  readonly namespace: string | null;
  readonly caughtUp: boolean;
  /** Tokens of those who decide about actions that wait, besides the principal's own. */
  readonly decides?: readonly string[] | undefined;
}

/** What one subscriber gets, one event at a time: from its feed of the outbox, and reads when it asked for them. */
export class EventSource {
  readonly #sources: EventSources;
  readonly #options: SourceOptions;
  readonly #filter: EventFilter;
  readonly #bell = new Doorbell();
  readonly #feed: OutboxFeed;
  /** Null when no reads were asked for. */
  readonly #reads: ReadQueue | null;
  #announced: boolean;

  constructor(sources: EventSources, options: SourceOptions) {
    const { principal, namespace, position, replay, caughtUp } = options;
    const { database, tail, log, clock } = sources;
    const asked = new Set(options.types ?? DURABLE_TYPES);
    const types = new Set([...asked].filter((type) => DURABLE_TYPES.has(type)));
    const own = readerOf(principal);
    const reader = { ...own, tokens: [...own.tokens, ...(options.decides ?? [])] };
    this.#sources = sources;
    this.#options = options;
    this.#filter = { reader, types, namespace };
    this.#feed = new OutboxFeed({
      database,
      tail,
      log,
      after: position,
      replay,
      accept: (event) => isVisible(event, this.#filter),
      refresh: (events) => hideGoneMemories(database, reader, clock(), events),
      bell: this.#bell,
    });
    const wantsReads = [...asked].some((type) => READ_TYPES.has(type));
    this.#reads = wantsReads ? new ReadQueue((event) => mayHear(principal, event, asked, namespace), this.#bell) : null;
    this.#announced = !caughtUp;
  }

  /** The next event, waiting for it; null for the end. */
  async pull(): Promise<GraphEvent | null> {
    this.#feed.join();
    if (this.#reads) this.#sources.reads.join(this.#reads);
    if (!this.#options.replay && !this.#announced) return this.#announce();
    for (;;) {
      const event = await this.#feed.next();
      if (event) return toGraphEvent(event, this.#filter.reader);
      if (this.#feed.ended) return null;
      if (!this.#announced) return this.#announce();
      const read = this.#reads?.take();
      if (read) return toReadGraphEvent(read);
      await this.#bell.wait();
    }
  }

  /** Stops listening. */
  release(): void {
    if (this.#reads) {
      this.#sources.reads.leave(this.#reads);
      this.#reads.end();
    }
    this.#feed.close();
  }

  #announce(): GraphEvent {
    this.#announced = true;
    return caughtUpEvent(this.#feed.position, this.#options.namespace, this.#sources.clock());
  }
}
