import type { Approval } from './approvals.ts';
import type { StatementName } from './database.ts';
import type { EpisodeLink } from './episodeChain.ts';
import type { Idempotency } from './idempotency.ts';
import type { PersonaNumber } from './personaNumbers.ts';
import type { MemoryLink } from '../link/memoryLink.ts';

/** What happened, ready for the outbox. `readers` are the tokens of those who may see it. */
export interface EventDraft {
  readonly type: string;
  readonly namespace: string;
  readonly actor: string;
  readonly readers: readonly string[];
  /** A second set that must match too, for a link whose other end has other readers. */
  readonly otherReaders?: readonly string[];
  /** The memories it names. A snapshot in the payload is of the first: by it a purge finds the text. */
  readonly memoryIds: readonly string[];
  readonly payload: unknown;
  /** Links that were made along with the memory and are not told of by events of their own; for the audit chain. */
  readonly links?: readonly MemoryLink[] | undefined;
}

/** One passage of a memory, as the statement takes it: its range of bytes in the content, and its vector. */
export interface PassageRow {
  readonly start: unknown;
  readonly end: unknown;
  readonly vector: unknown;
}

/** All passages that a memory has from now on. */
export interface Passages {
  readonly id: string;
  readonly parts: readonly PassageRow[];
}

/** What a statement answers for one row: `OK`, or the name of a known refusal, and whatever else it returns. */
export interface Outcome {
  readonly outcome: string;
  readonly [column: string]: unknown;
}

/** One row for a statement of the form `UNWIND $rows AS row CALL (row) {…} RETURN row.index AS index, …`. */
export interface Write {
  readonly statement: StatementName;
  readonly row: Readonly<Record<string, unknown>>;
  /** What it reads and writes; two writes that share a key never share a batch. */
  readonly keys: readonly string[];
  /** Namespaces that must exist before the statement runs, each with all it lies in. */
  readonly namespaces?: readonly string[];
  /** Chains the row's memory to its episode, when it succeeds. */
  readonly chain?: EpisodeLink | undefined;
  /** Numbers the row's memory as a persona, when it succeeds; the number is noted in the outcome as `personaVersion`. */
  readonly persona?: PersonaNumber | undefined;
  /** Replaces the passages of memories that the row writes, when it succeeds. */
  readonly passages?: readonly Passages[] | undefined;
  /** Records of the hooks that were asked, as `hook/record` takes them; kept when the row succeeds. */
  readonly hookRuns?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** The approval that the row carries out, settled when it succeeds. */
  readonly approval?: Approval | undefined;
  /** The events of a row that succeeded; the first one's payload must let `recover` rebuild the outcome. */
  events(outcome: Outcome): readonly EventDraft[];
  /** The outcome of a write whose event was found after a commit of unknown fate. */
  recover(payload: unknown): Outcome;
  /** Version of the policies that allowed it; absent when none was asked. Another one in force makes the outcome POLICY_MOVED. */
  readonly policyVersion?: number | undefined;
  /** Makes a repetition answer as the first time did. */
  readonly idempotency?: Idempotency | undefined;
}

/** A write on its way, and what the writer knows about it. */
export interface Waiting {
  readonly write: Write;
  /** Kept with its event, so that it can be found after a commit of unknown fate. */
  readonly writeId: string;
  /** When it came, by `performance.now()`. */
  readonly since: number;
  readonly settle: { resolve(outcome: Outcome): void; reject(error: unknown): void };
  /** True once a commit of it may have gone through unseen. */
  unsure: boolean;
}
