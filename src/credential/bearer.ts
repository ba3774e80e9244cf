import { unauthenticated } from './refusal.ts';

/** What a caller shows of itself: the headers of a request, or the payload of connection_init; the keys are the same. */
export type Credentials = Readonly<Record<string, unknown>>;

/** Longest token looked at, in characters; a header may not be much longer either. */
const LONGEST = 8_192;

/**
 * The token of `Authorization: Bearer …`, the one place where a token counts: addresses stand in logs, and browsers send
 * cookies along whoever asks (RFC 6750 §2, §5.3).
 * @throws OperationRefused UNAUTHENTICATED
 */
export function bearerToken(shown: Credentials): string {
  const values = ['authorization', 'Authorization'].flatMap((key) =>
    Object.hasOwn(shown, key) && shown[key] !== undefined ? [shown[key]] : [],
  );
  const [value] = values;
  if (value === undefined)
    throw unauthenticated(
      'MISSING',
      'send a token as "Authorization: Bearer …", over HTTP as a header, on a socket in the payload of connection_init',
    );
  if (typeof value !== 'string' || values.some((other) => other !== value))
    throw unauthenticated('MALFORMED', 'Authorization must be one text');
  if (value.length > LONGEST + 'Bearer '.length)
    throw unauthenticated('MALFORMED', `a token has at most ${LONGEST.toLocaleString('en')} characters`);
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(value)?.[1];
  if (token === undefined) throw unauthenticated('MALFORMED', 'Authorization must be "Bearer" and a token');
  return token;
}
