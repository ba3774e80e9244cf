import { join, resolve } from 'node:path';
import type { Environment } from './environment.ts';

/** What decides where the cache is. */
export interface CacheFolderOptions {
  /** `Config.MNEMOGRAPH_CACHE`; wins when present. */
  readonly configured: string | undefined;
  readonly environment: Environment;
  /** `process.platform`. */
  readonly platform: NodeJS.Platform;
  /** The user's home folder, `os.homedir()`. */
  readonly userHome: string;
}

/**
 * The folder of what is downloaded once and shared by all data folders, as an absolute path: the setting, else the
 * user's cache folder (XDG base directory specification; `~/Library/Caches` on macOS).
 */
export function cacheFolder({ configured, environment, platform, userHome }: CacheFolderOptions): string {
  if (configured !== undefined) return resolve(configured);
  const xdg = environment['XDG_CACHE_HOME'];
  // The XDG specification says that a relative path must be ignored.
  if (xdg?.startsWith('/')) return join(xdg, 'mnemograph');
  return join(userHome, platform === 'darwin' ? 'Library/Caches' : '.cache', 'mnemograph');
}
