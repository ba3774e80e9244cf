import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, ConfigError } from '../config.ts';

/**
 * Listens at HOST and PORT.
 * @returns the port, which is another than PORT when that is 0
 * @throws ConfigError saying what to do when the address cannot be had
 */
export function listen(server: Server, config: Pick<Config, 'HOST' | 'PORT'>): Promise<number> {
  const host = bare(config.HOST);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, config)));
    server.listen(config.PORT, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** The address to open in a browser on this machine. */
export function urlOf(host: string, port: number): string {
  const name = bare(host);
  const reachable = name === '0.0.0.0' || name === '::' ? '127.0.0.1' : name.includes(':') ? `[${name}]` : name;
  return `http://${reachable}:${port}`;
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function explained(error: NodeJS.ErrnoException, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Error {
  const causes: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} at ${HOST} is taken, perhaps by another Mnemograph. Stop that, or set PORT to another one (0 takes a free one).`,
    EACCES: `Port ${PORT} may not be opened by this user. Set PORT to 1024 or above.`,
    EADDRNOTAVAIL: `HOST=${HOST} is no address of this machine. Set HOST=127.0.0.1.`,
    ENOTFOUND: `HOST=${HOST} is not a known name. Set HOST=127.0.0.1.`,
  };
  const cause = causes[error.code ?? ''];
  return cause === undefined ? error : new ConfigError(cause, { cause: error });
}
