/** What a secret looks like in the error output of a hook; `$1` keeps what is not secret. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [
    /\b(?:sk|pk|rk)-[\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bxox[abeprs]-[\w-]{10,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
    '[redacted]',
  ],
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,256}:)[^\s/@]{1,256}@/gi, '$1[redacted]@'],
  [
    /((?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|access[_-]?key|credential)[\w-]{0,32}["']?\s{0,4}[=:]\s{0,4}["']?)[^\s"',;&]+/gi,
    '$1[redacted]',
  ],
];

/** The text with everything that looks like a credential replaced by `[redacted]` (spec memory-system §2.4). */
export function redactSecrets(text: string): string {
  return SECRETS.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}
