import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sharedCache } from './cacheFolder.ts';
import type { TestDatabase } from './database.ts';

/** What a command did. */
export interface CommandResult {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The settings of a command that works on a database, without an embedder. */
export function onDatabase({ uri, user, password }: TestDatabase): Record<string, string> {
  return { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, EMBEDDING_PROVIDER: 'none' };
}

/**
 * Runs a built command as `npm run import`, `npm run export` and `npx mnemograph` do.
 * @param began called with the process when it runs, for a test that kills it
 */
export async function runCommand(
  name: 'importMain' | 'exportMain' | 'commandMain' | 'reembedMain',
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  began: (child: ChildProcess) => void = () => {},
): Promise<CommandResult> {
  const program = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...words], {
    env: { ...process.env, NEO4J_URI: undefined, MNEMOGRAPH_CACHE: sharedCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  began(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}
