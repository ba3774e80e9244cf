import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Overdue, within } from '../../src/database/overdue.ts';
import { asUnavailable } from '../../src/database/unavailable.ts';

test('what comes in time is answered', async () => {
  expect(await within(1_000, Promise.resolve('here'))).toBe('here');
  await expect(within(1_000, Promise.reject(new Error('own')))).rejects.toThrow('own');
});

test('what does not is UNAVAILABLE', async () => {
  const refusal = await within(20, sleep(5_000, undefined, { ref: false })).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Overdue);
  expect(asUnavailable(refusal)).toMatchObject({ code: 'UNAVAILABLE' });
});
