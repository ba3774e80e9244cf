import { describe, expect, test } from '@jest/globals';
import { toPlain } from '../../src/database/values.ts';
import { changedProperties, changeOf } from '../../src/memory/change.ts';
import { keysOf, keyToken } from '../../src/memory/keys.ts';
import { FOREVER, fromRecord, toRecord } from '../../src/memory/record.ts';
import { numberedTitles, titleKeyOf, titleWriteKey } from '../../src/memory/titleKey.ts';
import { sampleMemory } from './sampleMemory.ts';

const plain = (record: object): Record<string, unknown> => toPlain(record) as Record<string, unknown>;
const BARE = {
  ...{
    lastAccessedAt: null,
    expiresAt: null,
    entityId: null,
    personaVersion: null,
    citations: [],
    sourceUri: null,
    sourceSpan: null,
  },
  ...{ confidenceSignals: null, confidenceDecayedAt: null, targetAgentId: null, episode: null, metadata: {}, tags: [] },
};

describe('a memory in the graph', () => {
  test.each([
    ['with everything', {}],
    ['with nothing that may be absent', BARE],
  ])('%s comes back as it was', (_, fields) => {
    const memory = sampleMemory(fields);
    expect(fromRecord(plain(toRecord(memory)))).toEqual(memory);
  });

  test('carries what the indexes filter by', () => {
    expect(plain(toRecord(sampleMemory()))).toMatchObject({
      ...{ titleOwner: 'ann', liveUntil: '2027-01-01T00:00:00.000Z', audience: 'private|ann', tagsText: 'a b c' },
      readers: ['private·ann', 'private·bob', 'at·acme/eng'],
    });
    expect(plain(toRecord(sampleMemory({ scope: 'TEAM', expiresAt: null })))).toMatchObject({
      ...{ titleOwner: '', liveUntil: FOREVER, audience: 'team|acme/eng', readers: ['team·acme/eng', 'team·acme'] },
    });
  });
});

describe('filter words', () => {
  test('name readers, place, tags, tier, kind, author and day, each as one word', () => {
    const words = keysOf(sampleMemory()).split(' ');
    for (const [kind, value] of [
      ...([
        ['reader', 'private·ann'],
        ['reader', 'private·bob'],
        ['reader', 'at·acme/eng'],
        ['in', 'acme/eng'],
        ['under', 'acme'],
      ] as const),
      ...([
        ['under', 'acme/eng'],
        ['tag', 'a'],
        ['tag', 'b c'],
        ['tier', 'MID'],
        ['kind', 'PERSONA'],
        ['agent', 'ann'],
      ] as const),
      ...([
        ['year', '2026'],
        ['month', '2026-01'],
        ['day', '2026-01-01'],
      ] as const),
    ]) {
      expect(words).toContain(keyToken(kind, value));
    }
    expect(words.every((word) => /^k[0-9a-f]{16}$/.test(word))).toBe(true);
  });

  test('differ by kind as well as by value', () => {
    expect(new Set([keyToken('tag', 'a'), keyToken('in', 'a'), keyToken('tag', 'b')]).size).toBe(3);
  });
});

describe('a change', () => {
  const now = new Date('2026-06-01T00:00:00Z');

  test('names the fields that differ, and no other', () => {
    const { changed, after } = changeOf(
      sampleMemory(),
      { title: 'Title', content: 'new', tags: ['a', 'b c'], metadata: { note: 1 }, priority: undefined as never },
      now,
    );
    expect(changed).toEqual(['content', 'metadata']);
    expect(after).toMatchObject({ version: 6, updatedAt: '2026-06-01T00:00:00.000Z', priority: 7 });
  });

  test.each<[string, Parameters<typeof changeOf>[1], string[]]>([
    ['nothing', {}, []],
    ['content', { content: 'new' }, ['content']],
    ['tags', { tags: ['x'] }, ['keys', 'tags', 'tagsText']],
    ['tier', { tier: 'LONG', expiresAt: null }, ['expiresAt', 'keys', 'liveUntil', 'tier']],
    ['scope', { scope: 'TEAM' }, ['audience', 'keys', 'readers', 'scope', 'titleOwner']],
    ['namespace', { namespace: 'acme/ops' }, ['entityKey', 'keys', 'namespace', 'readers', 'sourceKey']],
    ['span', { sourceSpan: null }, ['sourceSpanEnd', 'sourceSpanStart']],
    ['metadata', { metadata: {} }, ['metadataJson']],
    ['citations', { citations: [] }, ['citationsJson']],
  ])('of %s writes only what follows from it: a touch meanwhile stays', (_, fields, properties) => {
    const written = changedProperties(changeOf(sampleMemory(), fields, now));
    expect(Object.keys(written).sort()).toEqual([...properties, 'updatedAt', 'version'].sort());
  });
});

describe('a title', () => {
  test('is one key for its author when private, for all when shared', () => {
    expect(titleKeyOf(sampleMemory())).toEqual({ namespace: 'acme/eng', title: 'Title', titleOwner: 'ann' });
    expect(titleKeyOf(sampleMemory({ scope: 'ORG' }))['titleOwner']).toBe('');
    expect(titleWriteKey({ namespace: 'a', title: 'b', titleOwner: '' })).not.toBe(
      titleWriteKey({ namespace: 'a', title: '', titleOwner: 'b' }),
    );
  });

  test.each([
    ['short', 'short', 'short'],
    ['x'.repeat(508), 'x'.repeat(508), 'x'.repeat(505)],
    ['😀'.repeat(512), '😀'.repeat(508), '😀'.repeat(505)],
  ])('is cut to make room for its number', (title, one, four) => {
    const { stems, prefix } = numberedTitles(title);
    expect([stems[0], stems[3]]).toEqual([one, four]);
    expect(stems.filter((stem, digits) => !`${stem} (${10 ** digits + 1})`.startsWith(prefix))).toEqual([]);
  });
});
