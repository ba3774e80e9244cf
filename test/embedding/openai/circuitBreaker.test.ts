import { beforeEach, describe, expect, test } from '@jest/globals';
import { EmbeddingError } from '../../../src/embedding/embeddingError.ts';
import { CircuitBreaker } from '../../../src/embedding/openai/circuitBreaker.ts';

let clock = 0;
let made = 0;
let breaker: CircuitBreaker;

beforeEach(() => {
  clock = 0;
  made = 0;
  breaker = new CircuitBreaker(() => clock);
});

const call = (outcome: () => Promise<unknown>) =>
  breaker
    .run(() => {
      made += 1;
      return outcome();
    })
    .then(
      () => 'well',
      (error: Error) => (/is down/.test(error.message) ? 'refused' : 'failed'),
    );
const well = () => call(async () => undefined);
const fail = (failure: 'provider' | 'text' = 'provider') =>
  call(() => Promise.reject(new EmbeddingError(failure, 'x')));
async function open() {
  for (let count = 0; count < 4; count++) await fail();
}

describe('circuit breaker', () => {
  test.each([
    ['three failures', 'fff', 'well'],
    ['four failures', 'ffff', 'refused'],
    ['a success between', 'fffwfff', 'well'],
    ['refused texts, which show that the service is there', 'ffftfff', 'well'],
    ['refused texts only', 'tttttt', 'well'],
  ])('after %s the next call is: %s', async (_, story, next) => {
    for (const step of story) await (step === 'f' ? fail() : step === 't' ? fail('text') : well());
    expect(await well()).toBe(next);
  });

  test('while open no call is made', async () => {
    await open();
    clock = 1_999;
    expect(await well()).toBe('refused');
    expect(made).toBe(4);
  });

  test('after the pause one call tries, and the others are refused until it is back', async () => {
    await open();
    clock = 2_000;
    let back = () => undefined as void;
    const trial = call(() => new Promise<void>((resolve) => (back = resolve)));
    expect(await well()).toBe('refused');
    back();
    expect(await trial).toBe('well');
    expect(await well()).toBe('well');
  });

  test('a trial that fails doubles the pause, up to 30 s', async () => {
    await open();
    for (const pause of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      clock += pause - 1;
      expect(await fail()).toBe('refused');
      clock += 1;
      expect(await fail()).toBe('failed');
    }
  });

  test('a success makes the pause short again', async () => {
    await open();
    clock = 2_000;
    await fail();
    clock = 6_000;
    expect(await well()).toBe('well');
    await open();
    clock = 8_000;
    expect(await well()).toBe('well');
  });
});
