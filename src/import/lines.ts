import { createReadStream } from 'node:fs';

/** A memory with all its fields at their bounds and a vector stays far below this. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** A line of a file. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Null for one too long to be anything. */
  readonly text: string | null;
  /** Bytes of the file read so far. */
  readonly bytes: number;
}

/** The lines of a file, one at a time; an endless one is passed over, not kept. */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 1;
  let bytes = 0;
  let parts: string[] | null = [];
  let length = 0;
  const take = (part: string) => {
    length += part.length;
    if (length > LONGEST_LINE) parts = null;
    else parts?.push(part);
  };
  const line = (): Line => {
    const taken = { number, text: parts?.join('').replace(/\r$/, '') ?? null, bytes };
    number += 1;
    parts = [];
    length = 0;
    return taken;
  };
  for await (const chunk of textOf(file)) {
    bytes = chunk.bytes;
    const pieces = chunk.text.split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      take(piece);
      yield line();
    }
    take(last);
  }
  if (length > 0) yield line();
}

/** A file as text, a piece at a time; a byte order mark at its beginning is left out. */
export async function* textOf(file: string): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder('utf-8');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    yield { text: decoder.decode(chunk, { stream: true }), bytes };
  }
  yield { text: decoder.decode(), bytes };
}
