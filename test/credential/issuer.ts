import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, type JWK, SignJWT } from 'jose';

/** Claims of a token, and what stands in its header. */
export interface Wish {
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
}

type Key = Parameters<SignJWT['sign']>[0];

/** Seconds since the epoch, some time from now. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

/** A signed token; it holds for five minutes unless its claims say otherwise. An undefined claim is left out. */
export async function signed(key: Key, alg: string, { claims = {}, header = {} }: Wish = {}): Promise<string> {
  const payload = Object.fromEntries(
    Object.entries({ exp: inSeconds(300), ...claims }).filter(([, value]) => value !== undefined),
  );
  return await new SignJWT(payload).setProtectedHeader({ alg, ...header }).sign(key);
}

/** A token from parts as they are, the signature included. */
export function assembled(header: unknown, payload: unknown, signature = ''): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
}

/** Publishes its keys at an address, and signs with them. */
export class Issuer {
  readonly #server: Server;
  readonly #keys = new Map<string, { alg: string; pair: GenerateKeyPairResult; jwk: JWK }>();
  /** How often its keys were asked for. */
  asked = 0;
  /** Answers with this status instead, when set. */
  status: number | undefined;

  constructor() {
    this.#server = createServer((_request, response) => {
      this.asked += 1;
      if (this.status !== undefined) {
        response.writeHead(this.status).end('{}');
        return;
      }
      const keys = [...this.#keys].map(([kid, { jwk, alg }]) => ({ ...jwk, kid, alg, use: 'sig' }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/jwks`;
  }

  /** Makes and publishes a key. */
  async addKey(kid: string, alg: string): Promise<void> {
    const pair = await generateKeyPair(alg, { extractable: true });
    this.#keys.set(kid, { alg, pair, jwk: await exportJWK(pair.publicKey) });
  }

  publicJwk(kid: string): JWK {
    return this.#of(kid).jwk;
  }

  /** A token signed with one of its keys. */
  async sign(kid: string, { claims, header }: Wish = {}): Promise<string> {
    const { alg, pair } = this.#of(kid);
    return await signed(pair.privateKey, alg, { ...(claims ? { claims } : {}), header: { kid, ...header } });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #of(kid: string) {
    const key = this.#keys.get(kid);
    if (!key) throw new Error(`no key ${kid}`);
    return key;
  }
}
