import { Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { createLogger, REDACTED_KEYS } from '../../src/server/log.ts';

/** Everything that a log writes. */
function written(format: 'json' | 'pretty', write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString('utf8');
      done();
    },
  });
  write(createLogger({ LOG_LEVEL: 'info', LOG_FORMAT: format }, sink));
  return text;
}

describe.each(['json', 'pretty'] as const)('a %s log', (format) => {
  test.each(REDACTED_KEYS)('does not tell %s, at any level', (key) => {
    const text = written(format, (log) => {
      log.info({ [key]: 'hidden' }, 'm');
      log.info({ request: { [key]: 'hidden' } }, 'm');
      log.info({ request: { headers: { [key]: 'hidden' } } }, 'm');
    });
    expect(text).not.toContain('hidden');
    expect(text.match(/\[redacted\]/g)).toHaveLength(3);
  });

  test('cannot be made to write a line of its own, or to the terminal', () => {
    const text = written(format, (log) => log.info({ agentId: 'a\nINFO: forged\u001b[2J' }, 'm'));
    expect(text).not.toContain('\nINFO: forged');
    expect(text).not.toContain('\u001b[2J');
  });

  test('leaves out what is below its level', () => {
    expect(written(format, (log) => log.debug('quiet'))).toBe('');
  });
});

test('a JSON log line has a time, a level by name and the stack of an error', () => {
  const line = JSON.parse(written('json', (log) => log.error({ err: new Error('broken') }, 'm')));
  expect(line).toMatchObject({
    level: 'error',
    msg: 'm',
    err: { message: 'broken', stack: expect.stringContaining('log.test') },
  });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/);
});
