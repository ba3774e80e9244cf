import { parseArgs } from 'node:util';
import { UsageError } from '../runtime/usageError.ts';

const USAGE = `npm run reembed [-- --drop-old]
  makes the vectors of all memories anew with the embedder of the settings, beside the servers
  --drop-old   instead, removes the vectors that no server starts with any more`;

/** What the command line asks for. */
export interface ReembedArguments {
  readonly dropOld: boolean;
}

/**
 * Reads the command line of `npm run reembed`.
 * @throws UsageError with how it should be
 */
export function reembedArguments(words: readonly string[]): ReembedArguments {
  try {
    const { values } = parseArgs({ args: [...words], options: { 'drop-old': { type: 'boolean', default: false } } });
    return { dropOld: values['drop-old'] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}
