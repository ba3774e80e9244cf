import { describe, expect, test } from '@jest/globals';
import { errorsPage } from '../scripts/generate/errorsPage.ts';
import { isCurrent } from '../scripts/generate/generatedFile.mjs';
import { ERROR_CODES, OperationRefused, badUserInput, notFound } from '../src/errors.ts';
import { PROTOCOL_CODES } from '../src/server/protocolCodes.ts';

// Clients are written against these names: one more is a feature, one less or another is a breaking change.
test('the codes of refusals are these', () => {
  expect(Object.keys(ERROR_CODES)).toEqual([
    'BAD_USER_INPUT',
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'VERSION_CONFLICT',
    'GOVERNANCE_DENIED',
    'HOOK_DENIED',
    'REFLECTION_DEPTH_EXCEEDED',
    'LINK_CYCLE',
    'QUOTA_EXCEEDED',
    'ATTESTATION_FAILED',
    'PENDING_ACTION_STATE_INVALID',
    'CURSOR_TOO_OLD',
    'OPERATION_TOO_COSTLY',
    'UNAVAILABLE',
    'INTERNAL_SERVER_ERROR',
  ]);
});

test('no code is both a refusal and an error of the protocol', () => {
  expect(Object.keys(PROTOCOL_CODES).filter((name) => name in ERROR_CODES)).toEqual([]);
});

describe.each(Object.entries({ ...ERROR_CODES, ...PROTOCOL_CODES }))('%s', (name, { meaning, advice }) => {
  test('is spelled in capitals', () => expect(name).toMatch(/^[A-Z]+(_[A-Z]+)*$/));
  test.each([
    ['meaning', meaning],
    ['advice', advice],
  ])('says its %s in sentences', (_part, text) => expect(text).toMatch(/^[A-Z`].*[.]$/));
});

test('docs/errors.md is what the registry says', () => expect(isCurrent(errorsPage())).toBe(true));

describe('what is refused', () => {
  test.each([
    [
      badUserInput('tags[3]', 'at most 128 bytes', '129 bytes'),
      'BAD_USER_INPUT',
      'tags[3]: at most 128 bytes, got 129 bytes',
      { field: 'tags[3]', bound: 'at most 128 bytes', actual: '129 bytes' },
    ],
    [
      badUserInput('priority', 'at least 1', 0),
      'BAD_USER_INPUT',
      'priority: at least 1, got 0',
      { field: 'priority', bound: 'at least 1', actual: 0 },
    ],
    [notFound('memory', 'm-1'), 'NOT_FOUND', 'no memory m-1', { id: 'm-1' }],
    [new OperationRefused('LINK_CYCLE', 'a circle'), 'LINK_CYCLE', 'a circle', undefined],
  ])('%s', (refusal, code, message, details) => {
    expect(refusal).toBeInstanceOf(OperationRefused);
    expect(refusal).toMatchObject({ code, message, name: 'OperationRefused' });
    expect(refusal.details).toEqual(details);
  });
});
