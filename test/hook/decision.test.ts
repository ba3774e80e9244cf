import { describe, expect, test } from '@jest/globals';
import { decodeDecision } from '../../src/hook/decision.ts';
import type { HookEvent } from '../../src/hook/event.ts';
import { HookFailure } from '../../src/hook/failure.ts';

describe('the answer of a hook', () => {
  test.each([
    ['nothing', undefined, { action: 'allow' }],
    ['an empty object', {}, { action: 'allow' }],
    ['allow', { action: 'allow', note: 'fine' }, { action: 'allow' }],
    ['modify', { action: 'modify', delta: { priority: 9 } }, { action: 'modify', delta: { priority: 9 }, ignored: [] }],
    ['modify of nothing', { action: 'modify', delta: {} }, { action: 'modify', delta: {}, ignored: [] }],
    ['deny', { action: 'deny', reason: 'no', code: 451 }, { action: 'deny', reason: 'no', code: 451 }],
    ['deny without code', { action: 'deny', reason: 'no' }, { action: 'deny', reason: 'no', code: 403 }],
    ['deny without reason', { action: 'deny' }, { action: 'deny', reason: 'denied by a hook', code: 403 }],
    [
      'deny with a code that is text',
      { action: 'deny', reason: 'no', code: '451' },
      { action: 'deny', reason: 'no', code: 403 },
    ],
    [
      'a question',
      { action: 'ask_user', prompt: 'Sure?', options: ['yes', 'no'], default: 'no' },
      { action: 'ask_user', question: { prompt: 'Sure?', options: ['yes', 'no'], default: 'no' } },
    ],
    [
      'a question with sloppy details',
      { action: 'ask_user', options: 'yes', default: 1 },
      { action: 'ask_user', question: { prompt: 'a hook asks for approval', options: [], default: undefined } },
    ],
  ])('%s', (_, value, decision) => {
    expect(decodeDecision('pre_store', value)).toEqual(decision);
  });

  test.each([
    ['null', null],
    ['a list', [{ action: 'allow' }]],
    ['text', 'allow'],
    ['a number', 1],
    ['an unknown action', { action: 'block' }],
    ['an action in capitals', { action: 'Deny', reason: 'no' }],
    ['no action', { delta: { priority: 9 } }],
    ['modify without delta', { action: 'modify' }],
    ['modify with a list', { action: 'modify', delta: [] }],
  ])('fails to decode: %s', (_, value) => {
    expect(() => decodeDecision('pre_store', value)).toThrow(HookFailure);
  });

  test('cuts a reason that is too long', () => {
    const decision = decodeDecision('pre_store', { action: 'deny', reason: 'x'.repeat(10_000) });
    expect(decision).toMatchObject({ reason: `${'x'.repeat(4095)}…` });
  });
});

describe('a delta', () => {
  const delta = (event: HookEvent, fields: object) => decodeDecision(event, { action: 'modify', delta: fields });

  test.each([
    ['pre_store', { tier: 'long', tags: ['a', 'a'], title: ' x ' }, { tier: 'long', tags: ['a'], title: 'x' }, []],
    ['pre_store', { title: null, content: 'c' }, { content: 'c' }, []],
    ['pre_store', { metadata: { a: { b: null } } }, { metadata: { a: { b: null } } }, []],
    ['pre_store', { expires_at: '2030-01-01T00:00:00+02:00' }, { expires_at: '2030-01-01T00:00:00+02:00' }, []],
    ['pre_store', { id: 'other', colour: 'red' }, {}, ['id', 'colour']],
    [
      'pre_reflect',
      { source: 'api', source_ids: ['a'], agent_id: 'x', priority: 2 },
      { priority: 2 },
      ['source', 'source_ids', 'agent_id'],
    ],
    ['pre_recall', { query: 'q', limit: 3, budget_tokens: 0 }, { query: 'q', limit: 3, budget_tokens: 0 }, []],
    ['pre_search', { query: 'q', tier: 'mid' }, { query: 'q' }, ['tier']],
    ['pre_delete', { id: 'm-2' }, { id: 'm-2' }, []],
    ['pre_archive', { id: 'm-2' }, { id: 'm-2' }, []],
    ['pre_promote', { to_tier: 'mid' }, { to_tier: 'mid' }, []],
    ['pre_link', { relation: 'contradicts' }, { relation: 'contradicts' }, []],
    [
      'pre_link',
      { from: 'a', to: 'b', rel_type: 'supersedes' },
      { source_id: 'a', target_id: 'b', relation: 'supersedes' },
      [],
    ],
    ['pre_consolidate', { candidate_ids: ['a'] }, { candidate_ids: ['a'] }, []],
    ['pre_compaction', { candidate_ids: [] }, { candidate_ids: [] }, []],
    ['pre_governance_decision', { action: 'memory_delete' }, { action: 'memory_delete' }, []],
    ['pre_transcript_store', { content: 'c', ttl_secs: 60 }, { content: 'c', ttl_secs: 60 }, []],
    [
      'pre_recall_expand',
      { content: 'tokens', namespace: 'a', priority: 7 },
      { query: 'tokens', namespace: 'a', k: 7 },
      [],
    ],
    ['pre_recall_expand', { priority: 0 }, {}, []],
    ['pre_recall_expand', { priority: -1, namespace: '' }, { namespace: '' }, []],
    ['pre_recall_expand', { content: 'a', query: 'b', k: 2, priority: 9 }, { query: 'b', k: 2 }, []],
    ['post_store', { title: 'x' }, {}, ['title']],
  ] as [HookEvent, object, object, string[]][])('of %s: %j', (event, given, taken, ignored) => {
    expect(delta(event, given)).toEqual({ action: 'modify', delta: taken, ignored });
  });

  test.each([
    ['pre_store', { tier: 'MID' }, 'delta.tier'],
    ['pre_store', { priority: 11 }, 'delta.priority: a whole number from 1 to 10'],
    ['pre_store', { priority: 1.5 }, 'delta.priority'],
    ['pre_store', { confidence: 2 }, 'delta.confidence'],
    ['pre_store', { title: ' ' }, 'delta.title: not blank'],
    ['pre_store', { title: 'x'.repeat(513) }, 'delta.title: at most 512 characters'],
    ['pre_store', { content: 'é'.repeat(32_769) }, 'delta.content: at most 65,536 bytes'],
    ['pre_store', { namespace: '/a' }, 'delta.namespace'],
    ['pre_store', { tags: 'a' }, 'delta.tags'],
    ['pre_store', { tags: ['x'.repeat(129)] }, 'delta.tags.0'],
    ['pre_store', { source: 'elsewhere' }, 'delta.source'],
    ['pre_store', { expires_at: 'tomorrow' }, 'delta.expires_at: an RFC 3339 timestamp'],
    ['pre_store', { metadata: [] }, 'delta.metadata'],
    ['pre_store', { priority: 5, confidence: -1 }, 'delta.confidence'],
    ['pre_recall', { limit: 51 }, 'delta.limit'],
    ['pre_search', { limit: 0 }, 'delta.limit'],
    ['pre_delete', { id: '../x' }, 'delta.id'],
    ['pre_link', { relation: 'likes' }, 'delta.relation'],
    ['pre_promote', { to_tier: 'forever' }, 'delta.to_tier'],
    ['pre_recall_expand', { priority: 51 }, 'delta.k'],
  ] as [HookEvent, object, string][])('of %s is refused whole: %j', (event, given, message) => {
    expect(() => delta(event, given)).toThrow(message);
    expect(() => delta(event, given)).toThrow(HookFailure);
  });
});
