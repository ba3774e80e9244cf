import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { QuotaLimits } from '../database/quotaCharge.ts';
import type { GroupCommitWriter } from '../database/writer.ts';
import type { Embedder } from '../embedding/port.ts';
import type { OutboxTail } from '../event/outboxTail.ts';
import type { ReadEvents } from '../event/readEvents.ts';
import type { Governance } from '../governance/governance.ts';
import type { LiveHooks } from '../hook/liveHooks.ts';
import type { RunJournal } from '../hookRegistry/runJournal.ts';
import type { NearDuplicates } from '../memory/nearDuplicates.ts';
import type { TouchQueue } from '../memory/touch.ts';
import type { SigningKey } from '../signature/signingKey.ts';
import type { Turns } from './turns.ts';

/** The parts that operations work with, made once by the composition root. */
export interface Services {
  readonly database: Database;
  readonly writer: GroupCommitWriter;
  /** Null when the server runs without one, or the vectors it made are gone (SlotWatch). */
  readonly embedder: Embedder | null;
  readonly hooks: LiveHooks;
  readonly governance: Governance;
  /** Keeps the records of runs of hooks that no commit takes along. */
  readonly journal: RunJournal;
  readonly touches: TouchQueue;
  /** Changes of one memory, one after the other. */
  readonly turns: Turns;
  /** Knows what is being stored, and asks for neighbours in batches. */
  readonly nearDuplicates: NearDuplicates;
  /** Where subscriptions are fed from. */
  readonly events: { readonly tail: OutboxTail; readonly reads: ReadEvents };
  readonly log: Logger;
  readonly clock: () => Date;
  /** Bytes the store takes on disk; null when the database does not tell. */
  readonly storeSize: () => Promise<number | null>;
  /** Milliseconds that a write, and a recall, wait for vectors. */
  readonly deadlines: { readonly write: number; readonly recall: number };
  /** Whether a store without a signature is refused. */
  readonly attestationRequired: boolean;
  /** What the server signs links with; null when it signs none. */
  readonly signingKey: SigningKey | null;
  /** How long an action waits for approval before it lapses, in milliseconds. */
  readonly pendingLifetimeMs: number;
  /** What an agent may use in a namespace; null where nothing is limited. */
  readonly quotas: QuotaLimits | null;
}
