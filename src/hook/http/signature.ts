import { createHmac } from 'node:crypto';

/** Header with the signature of a request to an http hook. */
export const SIGNATURE_HEADER = 'x-mnemograph-signature';

/**
 * `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of the timestamp, a full stop and the body, so that who receives it knows
 * who sent it and can refuse what is old.
 */
export function signatureOf(body: string, secret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
