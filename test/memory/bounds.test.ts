import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { citation, nested, parseStore, refusalOfStore, segments } from './parseStore.ts';
import { storeInputSchema } from '../../src/memory/storeInput.ts';
import { OperationRefused } from '../../src/errors.ts';
import { parseInput } from '../../src/pipeline/parseInput.ts';

describe('at its bound a field is accepted:', () => {
  test.each<[string, Record<string, unknown>]>([
    ['title of 1 character', { title: 'x' }],
    ['title of 512 characters', { title: 'x'.repeat(512) }],
    ['title of 512 characters outside the basic plane', { title: '😀'.repeat(512) }],
    ['title of 512 characters between blanks', { title: `  ${'x'.repeat(512)}  ` }],
    ['title with a line break inside', { title: 'a\nb' }],
    ['content of 65,536 bytes', { content: 'x'.repeat(65_536) }],
    ['content of 65,536 bytes in characters of 4', { content: '😀'.repeat(16_384) }],
    ['content with tabs and line breaks', { content: '\ta\n\tb' }],
    ['namespace of 8 segments', { namespace: segments(8) }],
    ['namespace of 512 characters', { namespace: 'n'.repeat(512) }],
    ['namespace that has dots inside', { namespace: 'sys/a.b/..c' }],
    ['50 tags', { tags: Array.from({ length: 50 }, (_, index) => `t${index}`) }],
    ['tag of 128 bytes', { tags: ['ä'.repeat(64)] }],
    ['tag with blanks inside', { tags: ['two words'] }],
    ['priority 1', { priority: 1 }],
    ['priority 10', { priority: 10 }],
    ['confidence 0', { confidence: 0 }],
    ['confidence 1', { confidence: 1 }],
    ['each source', { source: 'chaos' }],
    ['ttlSecs 1', { ttlSecs: 1 }],
    ['ttlSecs of a year', { ttlSecs: 31_536_000 }],
    ['metadata 32 levels deep', { metadata: nested(32) }],
    ['metadata of 65,536 bytes', { metadata: { a: 'x'.repeat(65_536 - 8) } }],
    ['metadata with control characters, which JSON escapes', { metadata: { a: '\u0007' } }],
    ['64 citations', { citations: Array.from({ length: 64 }, () => citation) }],
    [
      'citation with hash and span',
      { citations: [{ ...citation, hash: 'aF'.repeat(32), span: { start: 0, end: 1 } }] },
    ],
    ['citation uri of 4,096 characters', { citations: [{ ...citation, uri: 'u'.repeat(4096) }] }],
    ['sourceUri uri:', { sourceUri: 'uri:x' }],
    ['sourceUri doc:', { sourceUri: 'doc:x' }],
    ['sourceUri file: of 4,096 characters', { sourceUri: `file:${'x'.repeat(4091)}` }],
    ['sourceSpan of one byte', { sourceSpan: { start: 2_147_483_646, end: 2_147_483_647 } }],
    ['targetAgentId with / inside', { targetAgentId: 'ai:team/a@b.c' }],
    ['targetAgentId of 128 bytes', { targetAgentId: 'a'.repeat(128) }],
    ['follows of 128 bytes', { follows: 'A-z0_9:.@'.padEnd(128, 'x') }],
    ['episode of 128 bytes', { episode: 'e'.repeat(128) }],
    ['entityId of 128 bytes', { entityId: 'e'.repeat(128) }],
    ['unknown fields, which are ignored', { colour: 'red' }],
    [
      'null wherever a field may be absent',
      Object.fromEntries(
        Object.keys(storeInputSchema.shape)
          .filter((name) => !['title', 'content'].includes(name))
          .map((name) => [name, null]),
      ),
    ],
  ])('%s', (_, fields) => {
    expect(refusalOfStore(fields)).toBe('accepted');
  });
});

describe('what is accepted is put into one form:', () => {
  test('blanks around a title go, equal-looking titles become one', () => {
    expect(parseStore({ title: '  e\u0301t\u00e9 ' }).title).toBe('\u00e9t\u00e9');
    expect(parseStore({ namespace: 'e\u0301' }).namespace).toBe('\u00e9');
  });

  test('a tag named twice counts once', () => {
    expect(parseStore({ tags: ['a', 'b', 'a', '\u00e9', 'e\u0301'] }).tags).toEqual(['a', 'b', '\u00e9']);
  });

  test('content stays as it is', () => {
    expect(parseStore({ content: ' e\u0301 ' }).content).toBe(' e\u0301 ');
  });

  test('what is absent takes its default', () => {
    expect(parseStore({})).toMatchObject({
      ...{ namespace: 'global', tier: 'MID', kind: 'OBSERVATION', tags: [], priority: 5, source: 'api' },
      ...{
        scope: 'PRIVATE',
        metadata: {},
        citations: [],
        onConflict: 'ERROR',
        detectConflicts: true,
        force: false,
        deriveConfidence: false,
      },
    });
  });
});

test('any JSON at all is accepted or refused as BAD_USER_INPUT, never anything else', () => {
  const names = Object.keys(storeInputSchema.shape);
  const input = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double())),
  );
  fc.assert(
    fc.property(input, (value) => refuseOnlyAsBadInput(value)),
    { numRuns: 500 },
  );
});

/** @throws what is not a plain answer */
function refuseOnlyAsBadInput(value: unknown): void {
  try {
    parseInput(storeInputSchema, value);
  } catch (error) {
    if (!(error instanceof OperationRefused) || error.code !== 'BAD_USER_INPUT') throw error;
    expect(error.details).toEqual({ field: expect.any(String), bound: expect.any(String), actual: expect.anything() });
  }
}
