import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '../config.ts';

/** Keys whose values are never logged, wherever in the first three levels of a log object they are. */
export const REDACTED_KEYS = [
  'authorization',
  'Authorization',
  'AUTH_JWT_SECRET',
  'cookie',
  'password',
  'NEO4J_PASSWORD',
  'apiKey',
  'EMBEDDING_API_KEY',
  'MNEMOGRAPH_HOOK_SECRET',
  'token',
  'secret',
  'x-bookmark',
  'query',
  'variables',
] as const;

const REDACTED_PATHS = REDACTED_KEYS.flatMap((key) => {
  const step = /^\w+$/.test(key) ? `.${key}` : `["${key}"]`;
  return [step.replace(/^\./, ''), `*${step}`, `*.*${step}`];
});

/** Standard error: standard output stays for the start banner, and for protocols that speak over it. */
const STDERR = 2;

/**
 * The log of this process. Messages are fixed sentences and whatever a client sent is a value in the object beside it:
 * JSON escapes line ends and terminal codes, so nobody can forge a line.
 * @param destination where lines go; standard error when absent
 */
export function createLogger(
  config: Pick<Config, 'LOG_LEVEL' | 'LOG_FORMAT'>,
  destination?: pino.DestinationStream,
): Logger {
  const options: pino.LoggerOptions = {
    level: config.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
  };
  const isPretty = config.LOG_FORMAT === 'pretty' || (config.LOG_FORMAT === 'auto' && process.stderr.isTTY);
  const stream = isPretty
    ? pretty({
        destination: destination ?? STDERR,
        sync: true,
        colorize: process.stderr.isTTY,
        translateTime: 'HH:MM:ss.l',
      })
    : (destination ?? pino.destination({ fd: STDERR, sync: true }));
  return pino(options, stream);
}
