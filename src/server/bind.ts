import { isIPv4 } from 'node:net';
import { type Config, ConfigError } from '../config.ts';

/** Whether a host name or address, brackets or not, can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * Without authentication every caller is believed, admin role included, so the server must not be reachable from other
 * machines (graphiti#1379: memory ports found open on the internet).
 * @throws ConfigError when HOST is not loopback and the override is not set
 */
export function checkBind(config: Pick<Config, 'AUTH_MODE' | 'HOST' | 'ALLOW_UNAUTHENTICATED_BIND'>): void {
  if (config.AUTH_MODE !== 'none' || isLoopback(config.HOST) || config.ALLOW_UNAUTHENTICATED_BIND === 'true') return;
  throw new ConfigError(
    `HOST=${config.HOST} would let other machines in, and AUTH_MODE=none believes everybody. ` +
      'Set HOST=127.0.0.1. Only inside a container whose port is published on loopback alone: ALLOW_UNAUTHENTICATED_BIND=true.',
  );
}
