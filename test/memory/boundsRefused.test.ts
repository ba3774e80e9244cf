import { describe, expect, test } from '@jest/globals';
import { citation, nested, refusalOfStore, segments } from './parseStore.ts';

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
      'signature of 63 bytes',
      { signature: Buffer.alloc(63).toString('base64') },
      'signature',
      '64 bytes in standard base64',
      '84 characters',
    ],
    [
      'signature in URL-safe base64',
      { signature: Buffer.alloc(64, 255).toString('base64url') },
      'signature',
      '64 bytes in standard base64',
      '86 characters',
    ],
    ['a missing title', { title: undefined }, 'title', 'text', 'nothing'],
    ['content that is a number', { content: 5 }, 'content', 'text', 'number'],
    ['tags that are text', { tags: 'a' }, 'tags', 'a list', 'a'],
    ['priority that is text', { priority: 'high' }, 'priority', 'a whole number from 1 to 10', 'string'],
    ['priority NaN', { priority: NaN }, 'priority', 'a whole number from 1 to 10', 'NaN'],
  ])('%s', (_, fields, field, bound, actual) => {
    expect(refusalOfStore(fields)).toEqual({ field, bound, actual });
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
        expect([given, refusalOfStore({ [field]: given })]).toEqual([given, { field, ...dirty(code) }]);
      }
    },
  );
});
