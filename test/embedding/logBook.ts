import { Writable } from 'node:stream';
import { pino, type Logger } from 'pino';

/** A real logger whose lines a test can read. */
export function logBook(): { readonly logger: Logger; readonly messages: string[]; readonly lines: string[] } {
  const messages: string[] = [];
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      messages.push((JSON.parse(chunk.toString()) as { msg: string }).msg);
      done();
    },
  });
  return { logger: pino({ level: 'trace' }, stream), messages, lines };
}
