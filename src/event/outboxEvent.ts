import type { MemoryLink } from '../link/memoryLink.ts';
import type { ArchiveReason } from '../memory/archiveReason.ts';
import type { GovernanceLevel } from '../governance/level.ts';
import type { GovernedAction } from '../governance/request.ts';
import type { Memory, Tier } from '../memory/memory.ts';
import type { PendingChange, PendingSnapshot } from '../pending/changed.ts';

/** One durable event as the outbox holds it. Shared by all who listen: never changed. */
export interface OutboxEvent {
  /** Place in the one order of commits: 1, 2, 3, … without gaps. */
  readonly seq: number;
  readonly type: string;
  readonly namespace: string;
  /** ISO-8601 UTC text. */
  readonly at: string;
  readonly actor: string | null;
  /** Tokens of those who may see it. */
  readonly readers: readonly string[];
  /** A second set that must match too; null for most events. */
  readonly otherReaders: readonly string[] | null;
  readonly memoryIds: readonly string[];
  /** What happened, by type: see {@link EventPayloads}. */
  readonly payload: unknown;
}

/** The payloads by type; memories are the snapshot of that moment, null once they are gone. */
export interface EventPayloads {
  readonly POST_STORE: { readonly memory: Memory | null; readonly created: boolean };
  readonly POST_UPDATE: { readonly memory: Memory | null; readonly changed: readonly string[] };
  readonly POST_DELETE: { readonly id: string; readonly namespace: string };
  readonly POST_ARCHIVE: { readonly id: string; readonly namespace: string; readonly reason: ArchiveReason };
  readonly POST_RESTORE: { readonly memory: Memory | null };
  readonly POST_LINK: { readonly link: MemoryLink };
  readonly POST_LINK_INVALIDATE: { readonly link: MemoryLink };
  readonly POST_REFLECT: {
    readonly memory: Memory | null;
    readonly sources: readonly { readonly id: string; readonly readers: readonly string[] }[];
    readonly reflectionDepth: number;
  };
  readonly POST_PROMOTE: {
    readonly id: string;
    readonly fromTier: Tier;
    readonly toTier: Tier;
    /** Where a clone went; null for a higher tier. */
    readonly toNamespace?: string | null;
    /** The memory at its new tier, or the clone; events of earlier versions have none. */
    readonly memory?: Memory | null;
  };
  readonly PENDING_ACTION_CHANGED: { readonly change: PendingChange; readonly pending: PendingSnapshot };
  readonly POST_GOVERNANCE_DECISION: {
    readonly namespace: string;
    readonly action: GovernedAction;
    readonly agentId: string;
    readonly outcome: 'ALLOW' | 'DENY' | 'ASK';
    /** Null where no level decided. */
    readonly level: GovernanceLevel | null;
    readonly reason: string | null;
    readonly pendingId: string | null;
    readonly memoryId: string | null;
  };
}

/** The payload of an event whose type is known. */
export function payloadOf<Type extends keyof EventPayloads>(event: OutboxEvent): EventPayloads[Type] {
  return event.payload as EventPayloads[Type];
}

/** A row of the statement `event/read-after`. */
export interface OutboxRow extends Omit<OutboxEvent, 'payload'> {
  /** JSON. */
  readonly payload: string;
}

/** A row as an event. The payload is parsed when first asked for: most events are of no interest to most listeners. */
export function toOutboxEvent({ payload, ...row }: OutboxRow): OutboxEvent {
  let parsed: { readonly value: unknown } | undefined;
  return {
    ...row,
    get payload() {
      parsed ??= { value: JSON.parse(payload) as unknown };
      return parsed.value;
    },
  };
}
