import { readFileSync } from 'node:fs';
import { ConfigError } from '../config.ts';

/**
 * The PEM text of a setting that is PEM itself, also with `\n` for its line ends, or the path of a PEM file.
 * @throws ConfigError naming the setting, when it is neither
 */
export function pemOf(name: string, setting: string): string {
  if (setting.includes('-----BEGIN')) return setting.replaceAll('\\n', '\n');
  try {
    return readFileSync(setting, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name}: neither PEM nor a file that can be read: ${(error as Error).message}`);
  }
}
