import { describe, expect, test } from '@jest/globals';
import { allowsQuestions, CLASS_DEADLINE_MS, classOf, HOOK_EVENTS, isPreEvent } from '../../src/hook/event.ts';

/** spec memory-system §2.1: event, may it modify, deadline in ms, may it ask. */
const EVENTS = [
  ['pre_store', true, 5000, true],
  ['post_store', false, 5000, false],
  ['pre_recall', true, 2000, false],
  ['post_recall', false, 2000, false],
  ['pre_search', true, 2000, false],
  ['post_search', false, 2000, false],
  ['pre_delete', true, 5000, true],
  ['post_delete', false, 5000, false],
  ['pre_promote', true, 5000, true],
  ['post_promote', false, 5000, false],
  ['pre_link', true, 5000, true],
  ['post_link', false, 5000, false],
  ['pre_consolidate', true, 5000, true],
  ['post_consolidate', false, 5000, false],
  ['pre_governance_decision', true, 5000, true],
  ['post_governance_decision', false, 5000, false],
  ['on_index_eviction', false, 1000, false],
  ['pre_archive', true, 5000, true],
  ['pre_transcript_store', true, 5000, true],
  ['post_transcript_store', false, 5000, false],
  ['pre_recall_expand', true, 50, false],
  ['pre_reflect', true, 5000, true],
  ['post_reflect', false, 5000, false],
  ['pre_compaction', true, 5000, true],
  ['on_compaction_rollback', false, 5000, false],
] as const;

describe('events', () => {
  test('are these 25, 13 of which may modify', () => {
    expect([...HOOK_EVENTS].sort()).toEqual(EVENTS.map(([event]) => event).sort());
    expect(HOOK_EVENTS).toHaveLength(25);
    expect(HOOK_EVENTS.filter(isPreEvent)).toHaveLength(13);
  });

  test.each(EVENTS)('%s: modifies %s, whole chain %d ms, asks %s', (event, modifies, deadline, asks) => {
    expect(isPreEvent(event)).toBe(modifies);
    expect(CLASS_DEADLINE_MS[classOf(event)]).toBe(deadline);
    expect(allowsQuestions(event)).toBe(asks);
  });
});
