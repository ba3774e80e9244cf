/** UTF-16 units of a text that are sent, at most: about 6,000 tokens of English, where services read 8,192. */
const MOST_TEXT = 24_000;

/**
 * The text as services take it: its first `limit` UTF-16 units, without NUL and with lone surrogates replaced (strict
 * JSON parsers refuse both), and never empty (OpenAI refuses that).
 */
export function wireText(text: string, limit = MOST_TEXT): string {
  const clean = text
    .slice(0, limit)
    .replaceAll('\0', ' ')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
  return clean === '' ? ' ' : clean;
}
