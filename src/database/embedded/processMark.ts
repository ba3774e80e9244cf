import { shortHash } from './settings.ts';

/** What the command line of an embedded database says about it, so that a later server knows it again. */
export interface ProcessMark {
  /** Names the data folder. */
  readonly home: string;
  readonly port: number;
  /** See `settingsKey()`. */
  readonly settings: string;
}

/** The name of a data folder on a command line: short, and without blanks whatever the path. */
export function homeMark(path: string): string {
  return shortHash([path]);
}

/** The JVM flags that carry the mark; Neo4j ignores them. */
export function markFlags({ home, port, settings }: ProcessMark): string[] {
  return [`-Dmnemograph.home=${home}`, `-Dmnemograph.port=${port}`, `-Dmnemograph.settings=${settings}`];
}

/**
 * Reads the mark off a command line.
 * @param words the command line, split at least at blanks
 * @returns null when it is not an embedded database's
 */
export function readMark(words: readonly string[]): ProcessMark | null {
  const value = (name: string) => {
    const prefix = `-Dmnemograph.${name}=`;
    return words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
  };
  const home = value('home');
  const settings = value('settings');
  const port = Number(value('port'));
  return home === undefined || settings === undefined || !Number.isInteger(port) ? null : { home, port, settings };
}
