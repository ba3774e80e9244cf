import { parseArgs } from 'node:util';
import { namespaceSchema } from '../memory/bounds.ts';
import { UsageError } from '../runtime/usageError.ts';
import type { ExportWish } from './exportGraph.ts';

const USAGE = `npm run export -- [options]
  --namespace NS   this namespace and what lies below it; all when absent
  --out FILE       the file to write; standard output when absent (then: npm run --silent export)
  --with-vectors   also the vectors`;

/** What the command line asks for. */
export interface ExportArguments extends ExportWish {
  /** Null for standard output. */
  readonly out: string | null;
}

/**
 * Reads the command line of `npm run export`.
 * @throws UsageError with how it should be
 */
export function exportArguments(words: readonly string[]): ExportArguments {
  const { values } = parsed(words);
  const namespace = values.namespace;
  if (namespace !== undefined && !namespaceSchema.safeParse(namespace).success)
    throw new UsageError(`--namespace: no namespace, got ${namespace}\n${USAGE}`);
  return { namespace, out: values.out ?? null, vectors: values['with-vectors'] };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        namespace: { type: 'string' },
        out: { type: 'string' },
        'with-vectors': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}
