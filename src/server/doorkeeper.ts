import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';
import { OperationRefused } from '../errors.ts';
import { isLoopback } from './bind.ts';

/**
 * Decides from its headers whether a request may come in.
 *
 * Threat: the server trusts whoever reaches its port, and any web page the user opens can make the browser reach a
 * loopback port.
 * 1. DNS rebinding: evil.example resolves to 127.0.0.1, and the page, now of the "same origin" as the server, reads
 *    answers. The browser then sends `Host: evil.example`, so only names we know may stand in Host.
 * 2. Cross-site requests: a page posts to http://localhost:4000 without reading the answer, or opens a WebSocket, which
 *    browsers let any page do and read. Both carry the page's `Origin`, so only this server's own and the configured
 *    origins may stand there. `null` (sandboxed frames, files) is nobody's origin.
 * Programs send no Origin and pass: they could write any header anyway. Requests that browsers send without Origin
 * (images, links) are GET, which no operation answers.
 */
export interface Doorkeeper {
  /** @throws OperationRefused FORBIDDEN */
  check(headers: IncomingHttpHeaders): void;
  /** Whether pages of this origin, though another site's, may read answers. */
  isConfiguredOrigin(origin: string | undefined): boolean;
}

/**
 * A doorkeeper for these settings.
 * @param port the port listened on, asked for at each request because it is known only after the start
 */
export function createDoorkeeper(
  config: Pick<Config, 'HOST' | 'ALLOWED_HOSTS' | 'ALLOWED_ORIGINS' | 'ALLOW_UNAUTHENTICATED_BIND'>,
  port: () => number,
): Doorkeeper {
  const names = new Set([...config.ALLOWED_HOSTS, config.HOST].map((name) => name.toLowerCase()));
  const origins = new Set(config.ALLOWED_ORIGINS.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  // In a container the published port is not ours and not known.
  const anyPort = config.ALLOW_UNAUTHENTICATED_BIND === 'true';

  const isKnownHost = (host: string): boolean => {
    const parts = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d+))?$/i.exec(host);
    if (!parts) return false;
    const [, name = '', named] = parts;
    if (names.has(host) || names.has(name) || names.has(name.replace(/^\[|\]$/g, ''))) return true;
    return isLoopback(name) && (anyPort || Number(named ?? 80) === port());
  };
  const isConfiguredOrigin = (origin: string | undefined): boolean =>
    origin !== undefined && origins.has(origin.toLowerCase());

  return {
    isConfiguredOrigin,
    check(headers) {
      const host = headers.host?.toLowerCase() ?? '';
      if (!isKnownHost(host)) {
        throw new OperationRefused('FORBIDDEN', 'this Host is not known here; ALLOWED_HOSTS can name it', {
          header: 'host',
        });
      }
      const { origin } = headers;
      if (origin === undefined || isConfiguredOrigin(origin)) return;
      if (!/^https?:\/\//i.test(origin) || origin.toLowerCase().replace(/^https?:\/\//, '') !== host) {
        throw new OperationRefused('FORBIDDEN', 'pages of this Origin may not call; ALLOWED_ORIGINS can name it', {
          header: 'origin',
        });
      }
    },
  };
}
