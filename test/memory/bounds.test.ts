import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { storeInputSchema } from '../../src/memory/storeInput.ts';
import { OperationRefused } from '../../src/errors.ts';
import { parseInput } from '../../src/pipeline/parseInput.ts';

const base = { title: 'a title', content: 'some content' };
const parse = (fields: Record<string, unknown>) => parseInput(storeInputSchema, { ...base, ...fields });

/** What a refused input says: the field, the bound in words, the actual value or size. */
function refusal(fields: Record<string, unknown>): unknown {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof OperationRefused && error.code === 'BAD_USER_INPUT') return error.details;
    throw error;
  }
  return 'accepted';
}

const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { in: nested(levels - 1) });
const when = new Date('2026-01-02T03:04:05.678Z');
const citation = { uri: 'https://example.org/a', accessedAt: when };
const segments = (count: number) => Array.from({ length: count }, () => 's').join('/');

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
    ['namespace that begins with _ or has dots inside', { namespace: '_sys/a.b/..c' }],
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
          .filter((name) => !(name in base))
          .map((name) => [name, null]),
      ),
    ],
  ])('%s', (_, fields) => {
    expect(refusal(fields)).toBe('accepted');
  });
});

const dirty = (code: string) => ({ bound: 'no control, bidi-override or unpaired surrogate characters', actual: code });
const badSegment = 'no leading or trailing "/", no empty, "." or ".." segment';

describe('beyond its bound a field is refused with field, bound and actual:', () => {
  test.each<[string, Record<string, unknown>, string, string, unknown]>([
    ['title of 513 characters', { title: 'x'.repeat(513) }, 'title', 'at most 512 characters', '513 characters'],
    [
      'title of 513 characters outside the basic plane',
      { title: '😀'.repeat(513) },
      'title',
      'at most 512 characters',
      '513 characters',
    ],
    ['title of nothing', { title: '' }, 'title', 'not blank', '0 characters'],
    ['title of blanks', { title: ' \n\t\u00a0 ' }, 'title', 'not blank', '0 characters'],
    ['content of 65,537 bytes', { content: 'x'.repeat(65_537) }, 'content', 'at most 65,536 bytes', '65537 bytes'],
    [
      'content of 65,537 bytes in few characters',
      { content: `x${'😀'.repeat(16_384)}` },
      'content',
      'at most 65,536 bytes',
      '65537 bytes',
    ],
    ['content of blanks', { content: '   ' }, 'content', 'not blank', '3 bytes'],
    ['namespace of 9 segments', { namespace: segments(9) }, 'namespace', 'at most 8 segments', '9 segments'],
    [
      'namespace of 513 characters',
      { namespace: 'n'.repeat(513) },
      'namespace',
      'at most 512 characters',
      '513 characters',
    ],
    ['namespace of nothing', { namespace: '' }, 'namespace', 'not empty', '0 characters'],
    ...['/a', 'a/', 'a//b', '.', '..', 'a/../b', 'a/./b'].map(
      (namespace): [string, Record<string, unknown>, string, string, unknown] => [
        `namespace ${namespace}`,
        { namespace },
        'namespace',
        badSegment,
        `${namespace.split('/').length} segments`,
      ],
    ),
    ['namespace with a blank', { namespace: 'a b' }, 'namespace', 'no white space and no backslash', '3 characters'],
    [
      'namespace with a backslash',
      { namespace: 'a\\b' },
      'namespace',
      'no white space and no backslash',
      '3 characters',
    ],
    [
      '51 tags',
      { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) },
      'tags',
      'at most 50 entries',
      '51 entries',
    ],
    ['tag of 129 bytes', { tags: ['ok', `x${'ä'.repeat(64)}`] }, 'tags[1]', 'at most 128 bytes', '129 bytes'],
    ['blank tag', { tags: [' '] }, 'tags[0]', 'not blank', '1 bytes'],
    ['priority 0', { priority: 0 }, 'priority', 'a whole number from 1 to 10', 0],
    ['priority 11', { priority: 11 }, 'priority', 'a whole number from 1 to 10', 11],
    ['priority 2.5', { priority: 2.5 }, 'priority', 'a whole number from 1 to 10', 2.5],
    ['confidence below 0', { confidence: -0.001 }, 'confidence', 'a number from 0 to 1', -0.001],
    ['confidence above 1', { confidence: 1.001 }, 'confidence', 'a number from 0 to 1', 1.001],
    ['confidence NaN', { confidence: NaN }, 'confidence', 'a number from 0 to 1', 'NaN'],
    ['confidence Infinity', { confidence: Infinity }, 'confidence', 'a number from 0 to 1', 'Infinity'],
    [
      'source outside the set',
      { source: 'curator' },
      'source',
      'one of user, nhi, claude, hook, api, cli, import, consolidation, system, chaos, notify',
      'curator',
    ],
    ['ttlSecs 0', { ttlSecs: 0 }, 'ttlSecs', 'a whole number from 1 to 31,536,000', 0],
    [
      'ttlSecs of a year and a second',
      { ttlSecs: 31_536_001 },
      'ttlSecs',
      'a whole number from 1 to 31,536,000',
      31_536_001,
    ],
    ['metadata 33 levels deep', { metadata: nested(33) }, 'metadata', 'at most 32 levels deep', 'more than 32 levels'],
    [
      'metadata of 65,537 bytes',
      { metadata: { a: 'x'.repeat(65_536 - 7) } },
      'metadata',
      'at most 65,536 bytes',
      '65537 bytes',
    ],
    ['metadata with NUL', { metadata: { a: ['\0'] } }, 'metadata', 'no NUL and no unpaired surrogate', '1 characters'],
    [
      'metadata with an unpaired surrogate in a key',
      { metadata: { 'a\ud800': 1 } },
      'metadata',
      'no NUL and no unpaired surrogate',
      '2 characters',
    ],
    ['metadata with NaN', { metadata: { a: NaN } }, 'metadata', 'finite numbers', 'NaN'],
    ['metadata that is a list', { metadata: [] }, 'metadata', 'a JSON object', '0 entries'],
    [
      '65 citations',
      { citations: Array.from({ length: 65 }, () => citation) },
      'citations',
      'at most 64 entries',
      '65 entries',
    ],
    [
      'citation with a short hash',
      { citations: [{ ...citation, hash: 'ab' }] },
      'citations[0].hash',
      '64 hexadecimal digits',
      '2 characters',
    ],
    [
      'citation with a blank uri',
      { citations: [{ ...citation, uri: ' ' }] },
      'citations[0].uri',
      'not blank',
      '1 characters',
    ],
    [
      'citation uri of 4,097 characters',
      { citations: [{ ...citation, uri: 'u'.repeat(4097) }] },
      'citations[0].uri',
      'at most 4,096 characters',
      '4097 characters',
    ],
    [
      'citation with an empty span',
      { citations: [{ ...citation, span: { start: 3, end: 3 } }] },
      'citations[0].span',
      'end after start',
      '3..3',
    ],
    [
      'sourceUri of another scheme',
      { sourceUri: 'http://a' },
      'sourceUri',
      'must begin with uri:, doc: or file:',
      '8 characters',
    ],
    [
      'sourceUri of a scheme alone',
      { sourceUri: 'doc:' },
      'sourceUri',
      'must begin with uri:, doc: or file:',
      '4 characters',
    ],
    [
      'sourceUri of 4,097 characters',
      { sourceUri: `file:${'x'.repeat(4092)}` },
      'sourceUri',
      'at most 4,096 characters',
      '4097 characters',
    ],
    ['sourceSpan turned round', { sourceSpan: { start: 5, end: 4 } }, 'sourceSpan', 'end after start', '5..4'],
    [
      'sourceSpan below 0',
      { sourceSpan: { start: -1, end: 4 } },
      'sourceSpan.start',
      'a whole number from 0 to 2,147,483,647',
      -1,
    ],
    ['expiresAt that is text', { expiresAt: '2026' }, 'expiresAt', 'an instant', '2026'],
    ['follows with ..', { follows: 'a..b' }, 'follows', 'no ".."', '4 bytes'],
    ['follows with a slash', { follows: 'a/b' }, 'follows', 'only A-Z a-z 0-9 _ : . @ -', '3 bytes'],
    ['follows of 129 bytes', { follows: 'x'.repeat(129) }, 'follows', '1 to 128 bytes', '129 bytes'],
    ['follows with NUL', { follows: 'a\0b' }, 'follows', 'only A-Z a-z 0-9 _ : . @ -', '3 bytes'],
    ['follows that ends in a line break', { follows: 'ab\n' }, 'follows', 'only A-Z a-z 0-9 _ : . @ -', '3 bytes'],
    [
      'targetAgentId that is reserved',
      { targetAgentId: 'daemon' },
      'targetAgentId',
      'not a name reserved for the system',
      'daemon',
    ],
    ['targetAgentId that begins with /', { targetAgentId: '/a' }, 'targetAgentId', 'no leading "/"', '2 bytes'],
    ['targetAgentId of nothing', { targetAgentId: '' }, 'targetAgentId', '1 to 128 bytes', '0 bytes'],
    ['episode of 129 bytes', { episode: 'e'.repeat(129) }, 'episode', 'at most 128 bytes', '129 bytes'],
    [
      'signature of 129 characters',
      { signature: 's'.repeat(129) },
      'signature',
      'at most 128 characters',
      '129 characters',
    ],
    ['a missing title', { title: undefined }, 'title', 'text', 'nothing'],
    ['content that is a number', { content: 5 }, 'content', 'text', 'number'],
    ['tags that are text', { tags: 'a' }, 'tags', 'a list', 'a'],
    ['priority that is text', { priority: 'high' }, 'priority', 'a whole number from 1 to 10', 'string'],
    ['priority NaN', { priority: NaN }, 'priority', 'a whole number from 1 to 10', 'NaN'],
  ])('%s', (_, fields, field, bound, actual) => {
    expect(refusal(fields)).toEqual({ field, bound, actual });
  });

  test.each(['title', 'content', 'namespace', 'episode', 'entityId'])(
    '%s with a character that must not be stored',
    (field) => {
      for (const [character, code] of [
        ['\0', 'U+0000'],
        ['\r', 'U+000D'],
        ['\u007f', 'U+007F'],
        ['\u0085', 'U+0085'],
        ['\u202e', 'U+202E'],
        ['\u2066', 'U+2066'],
        ['\ud83d', 'U+D83D'],
      ] as const) {
        const given = `a${character}b`;
        if (field === 'namespace' && /\s/u.test(given)) continue;
        expect([given, refusal({ [field]: given })]).toEqual([given, { field, ...dirty(code) }]);
      }
    },
  );
});

describe('what is accepted is put into one form:', () => {
  test('blanks around a title go, equal-looking titles become one', () => {
    expect(parse({ title: '  e\u0301t\u00e9 ' }).title).toBe('\u00e9t\u00e9');
    expect(parse({ namespace: 'e\u0301' }).namespace).toBe('\u00e9');
  });

  test('a tag named twice counts once', () => {
    expect(parse({ tags: ['a', 'b', 'a', '\u00e9', 'e\u0301'] }).tags).toEqual(['a', 'b', '\u00e9']);
  });

  test('content stays as it is', () => {
    expect(parse({ content: ' e\u0301 ' }).content).toBe(' e\u0301 ');
  });

  test('what is absent takes its default', () => {
    expect(parse({})).toMatchObject({
      ...{ namespace: 'global', tier: 'MID', kind: 'OBSERVATION', tags: [], priority: 5, confidence: 1, source: 'api' },
      ...{ scope: 'PRIVATE', metadata: {}, citations: [], onConflict: 'ERROR', detectConflicts: true, force: false },
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
    fc.property(input, (value) => void refusalOf(value)),
    { numRuns: 500 },
  );
});

/** @throws what is not a plain answer */
function refusalOf(value: unknown): void {
  try {
    parseInput(storeInputSchema, value);
  } catch (error) {
    if (!(error instanceof OperationRefused) || error.code !== 'BAD_USER_INPUT') throw error;
    expect(error.details).toEqual({ field: expect.any(String), bound: expect.any(String), actual: expect.anything() });
  }
}
