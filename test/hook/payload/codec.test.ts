import { describe, expect, test } from '@jest/globals';
import { HOOK_EVENTS, type HookEvent } from '../../../src/hook/event.ts';
import { PAYLOAD_CODECS } from '../../../src/hook/payload/codec.ts';
import { applyRecallExpand } from '../../../src/hook/payload/recall.ts';

const MEMORY = {
  id: 'm-1',
  tier: 'mid',
  namespace: 'global',
  title: 't',
  content: 'c',
  tags: [],
  priority: 5,
  confidence: 1,
  source: 'api',
  access_count: 0,
  created_at: '2026-05-05T00:00:00Z',
  updated_at: '2026-05-05T00:00:00Z',
  metadata: {},
  reflection_depth: 0,
  memory_kind: 'observation',
  citations: [],
  confidence_source: 'caller_provided',
  version: 1,
};

/** One payload of each event as the seeds write it: it must read as it is. */
const PAYLOADS: [HookEvent, Record<string, unknown>][] = [
  ['pre_store', { tags: ['urgent', 'v0.7'], priority: 8 }],
  ['pre_store', {}],
  ['pre_store', { id: 'm-1', title: 'new' }],
  ['post_store', MEMORY],
  [
    'pre_recall',
    {
      query: 'auth tokens',
      namespace: 'team/security',
      limit: 10,
      tier: 'long',
      tags: ['secrets'],
      budget_tokens: 2048,
    },
  ],
  ['pre_recall', {}],
  ['post_recall', { query: 'postgres', memories: [MEMORY], tokens_used: 12 }],
  ['post_recall', { query: 'postgres', memories: [] }],
  ['pre_search', { query: 'postgres', namespace: 'eng', limit: 5 }],
  ['post_search', { query: 'postgres', memories: [] }],
  ['pre_delete', { id: '01HZX0R5GZ8R3KJYV1Y3M9YW2T' }],
  ['post_delete', { id: '01HZX0R5GZ8R3KJYV1Y3M9YW2T' }],
  ['pre_promote', { id: 'abc', from_tier: 'short', to_tier: 'long' }],
  ['post_promote', { id: 'abc', from_tier: 'short', to_tier: 'mid' }],
  ['pre_link', { source_id: 'src', target_id: 'tgt', relation: 'related_to' }],
  ['post_link', { source_id: 'src', target_id: 'tgt', relation: 'related_to', created_at: '2026-05-05T00:00:00Z' }],
  ['pre_consolidate', { namespace: 'team/ops', candidate_ids: ['a', 'b', 'c'] }],
  ['post_consolidate', { namespace: 'team/ops', merged_ids: ['a', 'b'], result_id: 'merged-1' }],
  ['post_consolidate', { namespace: 'team/ops', merged_ids: [] }],
  ['pre_governance_decision', { namespace: 'team/security', action: 'memory_store', agent_id: 'agent-1' }],
  [
    'post_governance_decision',
    {
      namespace: 'team/security',
      action: 'memory_store',
      agent_id: 'agent-1',
      outcome: 'ask',
      reason: 'requires human review',
      pending_id: 'pending-1',
    },
  ],
  [
    'on_index_eviction',
    { memory_id: 'm-1', namespace: 'team/ops', evicted_at: '2026-05-05T12:34:56Z', reason: 'max_entries_reached' },
  ],
  ['pre_archive', { id: 'm-1' }],
  ['pre_transcript_store', { namespace: 'agent/claude', content: 'hello world', ttl_secs: 3600 }],
  [
    'post_transcript_store',
    {
      id: 'tr-1',
      namespace: 'agent/claude',
      created_at: '2026-05-05T00:00:00Z',
      compressed_size: 42,
      original_size: 256,
    },
  ],
  ['pre_recall_expand', { query: 'auht tokn', namespace: 'team/security', k: 10 }],
  ['pre_recall_expand', { query: 'auht tokn', namespace: '', k: 10 }],
  ['pre_reflect', { tags: ['rate-limited', 'policy'], priority: 2 }],
  ['post_reflect', { id: '01HZX0R5', reflection_depth: 2, reflects_on: ['src-a', 'src-b'], namespace: 'team/ops' }],
  ['pre_compaction', { pass_name: 'consolidation', candidate_ids: ['a', 'b'], namespace: 'team/ops' }],
  [
    'on_compaction_rollback',
    { pass_name: 'consolidation', summary_id: 's-1', namespace: 'team/ops', reason: 'lost a source' },
  ],
];

describe('payload codecs', () => {
  test.each(PAYLOADS)('%s reads %j as it is', (event, payload) => {
    expect(PAYLOAD_CODECS[event].payload.parse(payload)).toEqual(payload);
  });

  test('every event has one, and a payload above', () => {
    expect(Object.keys(PAYLOAD_CODECS).sort()).toEqual([...HOOK_EVENTS].sort());
    expect(new Set(PAYLOADS.map(([event]) => event)).size).toBe(HOOK_EVENTS.length);
  });

  test.each([
    [
      'an eviction of the id alone',
      'on_index_eviction',
      { memory_id: 'm' },
      { memory_id: 'm', namespace: '', evicted_at: '', reason: '' },
    ],
    [
      'a link by its older names',
      'pre_link',
      { from: 'a', to: 'b' },
      { source_id: 'a', target_id: 'b', relation: 'related_to' },
    ],
    [
      'a memory from before most fields',
      'post_store',
      { id: 'm-1', title: 't', content: 'c', created_at: MEMORY.created_at, updated_at: MEMORY.updated_at },
      MEMORY,
    ],
    ['a memory with fields of tomorrow', 'post_store', { ...MEMORY, colour: 'red' }, MEMORY],
  ] as [string, HookEvent, object, object][])('reads %s', (_, event, legacy, full) => {
    expect(PAYLOAD_CODECS[event].payload.parse(legacy)).toEqual(full);
  });

  test.each([
    ['pre_recall_expand', { query: 'q', k: 10 }],
    ['pre_recall_expand', { namespace: '', k: 10 }],
    ['pre_recall_expand', { query: 'q', namespace: '' }],
    ['pre_delete', {}],
    ['post_governance_decision', { namespace: 'a', action: 'b', agent_id: 'c', outcome: 'maybe' }],
  ] as [HookEvent, object][])('%s refuses %j', (event, payload) => {
    expect(PAYLOAD_CODECS[event].payload.safeParse(payload).success).toBe(false);
  });
});

describe('applyRecallExpand', () => {
  const query = { query: 'auht', namespace: '', k: 10 };
  test.each([
    [{}, query],
    [{ query: 'auth' }, { ...query, query: 'auth' }],
    [
      { namespace: 'acme', k: 3 },
      { ...query, namespace: 'acme', k: 3 },
    ],
  ])('%j', (delta, expanded) => {
    expect(applyRecallExpand(query, delta)).toEqual(expanded);
  });
});
