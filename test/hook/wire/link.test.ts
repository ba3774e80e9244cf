import { describe, expect, test } from '@jest/globals';
import { linkFromWire, linkToWire, type LinkFields } from '../../../src/hook/wire/link.ts';

const FULL: LinkFields = {
  sourceId: 'a',
  targetId: 'b',
  relation: 'DERIVES_FROM',
  createdAt: '2026-01-01T00:00:00.000Z',
  observedBy: 'ann',
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: '2026-02-01T00:00:00.000Z',
  signature: 'c2ln',
  attestLevel: 'SELF_SIGNED',
};

const UNSET: LinkFields = {
  ...FULL,
  observedBy: null,
  validFrom: null,
  validUntil: null,
  signature: null,
  attestLevel: 'UNSIGNED',
};

describe('a link on the wire', () => {
  test('is in snake_case and lower case', () => {
    expect(linkToWire(FULL)).toEqual({
      source_id: 'a',
      target_id: 'b',
      relation: 'derives_from',
      created_at: '2026-01-01T00:00:00.000Z',
      observed_by: 'ann',
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_until: '2026-02-01T00:00:00.000Z',
      signature: 'c2ln',
      attest_level: 'self_signed',
    });
  });

  test('leaves out what is unset', () => {
    expect(Object.keys(linkToWire(UNSET))).toEqual([
      'source_id',
      'target_id',
      'relation',
      'created_at',
      'attest_level',
    ]);
  });

  test.each([FULL, UNSET])('comes back as it went: %j', (link) => {
    expect(linkFromWire(JSON.parse(JSON.stringify(linkToWire(link))))).toEqual(link);
  });

  test.each([
    [
      'older names',
      { from: 'x', to: 'y', rel_type: 'supersedes', created_at: FULL.createdAt },
      { sourceId: 'x', targetId: 'y', relation: 'SUPERSEDES' },
    ],
    [
      'both names',
      { from: 'x', source_id: 'a', target_id: 'b', created_at: FULL.createdAt },
      { sourceId: 'a', relation: 'RELATED_TO' },
    ],
    [
      'no attest level',
      { source_id: 'a', target_id: 'b', created_at: FULL.createdAt },
      { attestLevel: 'UNSIGNED', signature: null },
    ],
  ])('is read with %s', (_, wire, link) => {
    expect(linkFromWire(wire)).toMatchObject(link);
  });
});
