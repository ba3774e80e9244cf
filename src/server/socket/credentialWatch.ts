import type { Logger } from 'pino';
import type { Credential } from '../../agent/principal.ts';
import { CLOSE_CODES } from './closeCodes.ts';
import type { SocketExtra } from './connection.ts';

/** Which of some API tokens do not hold any more. */
export type FindRevokedTokens = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Longest time that a timer takes; a token that holds longer gets another one. */
const LONGEST_TIMER_MS = 2_147_483_647;

interface Watched {
  readonly credential: Credential;
  timer?: NodeJS.Timeout;
}

/**
 * Closes sockets whose credential does not hold any more: at its expiry by a timer, and when its API token is revoked, which is
 * looked for from time to time for all open sockets in one read. Over HTTP each request shows its credential anew.
 */
export class CredentialWatch {
  readonly #revoked: FindRevokedTokens;
  readonly #everyMs: number;
  readonly #log: Logger;
  readonly #watched = new Map<SocketExtra, Watched>();
  #look: NodeJS.Timeout | undefined;

  constructor(revoked: FindRevokedTokens, options: { everyMs: number; log: Logger }) {
    this.#revoked = revoked;
    this.#everyMs = options.everyMs;
    this.#log = options.log;
  }

  /** Watches a socket that was let in, until it is forgotten. */
  watch(socket: SocketExtra, credential: Credential | undefined): void {
    // It may have closed while its credential was looked at.
    if (!credential || socket.request.socket.destroyed) return;
    const watched: Watched = { credential };
    this.#watched.set(socket, watched);
    this.#setTimer(socket, watched);
    if (credential.tokenId !== null) this.#lookLater();
  }

  /** For a socket that is closed. */
  forget(socket: SocketExtra): void {
    clearTimeout(this.#watched.get(socket)?.timer);
    this.#watched.delete(socket);
  }

  #setTimer(socket: SocketExtra, watched: Watched): void {
    const { expiresAt } = watched.credential;
    if (expiresAt === null) return;
    const left = expiresAt - Date.now();
    watched.timer = setTimeout(
      () => {
        if (left > LONGEST_TIMER_MS) this.#setTimer(socket, watched);
        else this.#close(socket, 'the token has expired');
      },
      Math.min(Math.max(0, left), LONGEST_TIMER_MS),
    );
    watched.timer.unref();
  }

  #close(socket: SocketExtra, reason: string): void {
    this.forget(socket);
    socket.close(CLOSE_CODES.FORBIDDEN, reason);
  }

  #lookLater(): void {
    if (this.#look) return;
    this.#look = setTimeout(() => void this.#lookNow(), this.#everyMs);
    this.#look.unref();
  }

  async #lookNow(): Promise<void> {
    const ids = new Set([...this.#watched.values()].flatMap(({ credential }) => credential.tokenId ?? []));
    try {
      const revoked = ids.size === 0 ? new Set() : await this.#revoked([...ids]);
      for (const [socket, { credential }] of [...this.#watched])
        if (credential.tokenId !== null && revoked.has(credential.tokenId))
          this.#close(socket, 'the token was revoked');
    } catch (error) {
      this.#log.warn({ err: error }, 'whether API tokens are revoked could not be looked up');
    }
    this.#look = undefined;
    if ([...this.#watched.values()].some(({ credential }) => credential.tokenId !== null)) this.#lookLater();
  }
}
