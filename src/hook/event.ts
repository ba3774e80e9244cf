/**
 * The 25 lifecycle events that hooks may listen to (spec memory-system §2.1), spelled as on the wire and in
 * hooks.toml. `pre_*` may change or stop the operation; `post_*` and `on_*` only hear of it.
 */

/** What an event belongs to; decides how long its whole chain may take. */
export type EventClass = 'write' | 'read' | 'index' | 'transcript' | 'hot_path';

/** Longest time, in milliseconds, that all hooks of one firing may take together (spec memory-system §2.1). */
export const CLASS_DEADLINE_MS = {
  write: 5000,
  read: 2000,
  index: 1000,
  transcript: 5000,
  hot_path: 50,
} as const satisfies Record<EventClass, number>;

/** Class of every event that may modify, ask or deny. */
const PRE_EVENTS = {
  pre_store: 'write',
  pre_recall: 'read',
  pre_search: 'read',
  pre_delete: 'write',
  pre_promote: 'write',
  pre_link: 'write',
  pre_consolidate: 'write',
  pre_governance_decision: 'write',
  pre_archive: 'write',
  pre_transcript_store: 'transcript',
  pre_recall_expand: 'hot_path',
  pre_reflect: 'write',
  pre_compaction: 'write',
} as const satisfies Record<string, EventClass>;

/** Class of every event that only notifies. */
const NOTIFY_EVENTS = {
  post_store: 'write',
  post_recall: 'read',
  post_search: 'read',
  post_delete: 'write',
  post_promote: 'write',
  post_link: 'write',
  post_consolidate: 'write',
  post_governance_decision: 'write',
  on_index_eviction: 'index',
  post_transcript_store: 'transcript',
  post_reflect: 'write',
  on_compaction_rollback: 'write',
} as const satisfies Record<string, EventClass>;

/** An event whose hooks may modify, ask or deny. */
export type PreEvent = keyof typeof PRE_EVENTS;

/** An event whose hooks only hear of it. */
export type NotifyEvent = keyof typeof NOTIFY_EVENTS;

/** Any event. */
export type HookEvent = PreEvent | NotifyEvent;

const EVENT_CLASS: Readonly<Record<HookEvent, EventClass>> = { ...PRE_EVENTS, ...NOTIFY_EVENTS };

/** All 25, in no particular order. */
export const HOOK_EVENTS = Object.keys(EVENT_CLASS) as [HookEvent, ...HookEvent[]];

/** True for the 13 events whose hooks may modify, ask or deny. */
export function isPreEvent(event: HookEvent): event is PreEvent {
  return Object.hasOwn(PRE_EVENTS, event);
}

/** The class of an event. */
export function classOf(event: HookEvent): EventClass {
  return EVENT_CLASS[event];
}

/** True where a hook may ask a person; elsewhere (reads, notifications) its question is logged and counts as Allow. */
export function allowsQuestions(event: HookEvent): boolean {
  const eventClass = classOf(event);
  return isPreEvent(event) && eventClass !== 'read' && eventClass !== 'hot_path';
}

/** Events that come so often that a kept process is their default mode (spec memory-system §2.2). */
export const DAEMON_BY_DEFAULT: ReadonlySet<HookEvent> = new Set(['post_recall', 'post_search', 'pre_recall_expand']);
