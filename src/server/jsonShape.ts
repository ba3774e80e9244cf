import { badUserInput } from '../errors.ts';

/** Objects and lists within one another: 32 levels of metadata, and what surrounds them. */
export const JSON_DEPTH = 64;
/** Values in one body: 500 memories of 2,000 values each. */
export const JSON_VALUES = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

/**
 * Looks at UTF-8 JSON before it is parsed. `JSON.parse` takes seconds and gigabytes for a few megabytes of brackets
 * (20 MB within one another: 11 s, 15 MB side by side: 2 s of CPU), and everything after it recurses over the result.
 * This counts brackets and commas outside strings at a few nanoseconds a byte and leaves errors of syntax to the parser.
 * @param field what the text is, for the refusal
 * @throws OperationRefused BAD_USER_INPUT
 */
export function checkJsonShape(field: string, text: Buffer): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) {
      at = endOfString(text, at);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      if (++depth > JSON_DEPTH)
        throw badUserInput(field, `at most ${JSON_DEPTH} levels of JSON`, `more than ${JSON_DEPTH}`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1;
    } else if (byte === COMMA) {
      values += 1;
    }
    if (values > JSON_VALUES)
      throw badUserInput(field, `at most ${JSON_VALUES} JSON values`, `more than ${JSON_VALUES}`);
  }
}

/** Index of the closing quote, the end of the text when there is none. */
function endOfString(text: Buffer, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === QUOTE) return at;
    if (text[at] === BACKSLASH) at += 1;
  }
  return text.length;
}
