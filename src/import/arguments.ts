import { parseArgs } from 'node:util';
import { agentIdSchema, namespaceSchema } from '../memory/bounds.ts';
import { UsageError } from '../runtime/usageError.ts';
import { aiMemory } from './formats/aiMemory.ts';
import type { ImportFormat } from './formats/format.ts';
import { jsonl } from './formats/jsonl.ts';
import { mcpMemory } from './formats/mcpMemory.ts';

const FORMATS: Readonly<Record<string, ImportFormat>> = { jsonl, 'ai-memory': aiMemory, 'mcp-memory': mcpMemory };

const USAGE = `npm run import -- --from ${Object.keys(FORMATS).join('|')} [options] FILE
  --namespace NS   put everything below this namespace (mcp-memory: into it)
  --agent ID       the author of rows that name none; "local" when absent
  --no-embed       leave the vectors to the server`;

/** The agent id of a local caller who says nothing (src/agent/principal.ts). */
const LOCAL = 'local';

/** What the command line asks for. */
export interface ImportArguments {
  readonly format: ImportFormat;
  readonly file: string;
  readonly namespace: string | null;
  readonly agentId: string;
  /** Whether the import makes the vectors that are missing. */
  readonly embed: boolean;
}

/**
 * Reads the command line of `npm run import`.
 * @throws UsageError with how it should be
 */
export function importArguments(words: readonly string[]): ImportArguments {
  const { values, positionals } = parsed(words);
  const format = FORMATS[values.from ?? ''];
  if (!format) throw new UsageError(`--from: one of ${Object.keys(FORMATS).join(', ')}\n${USAGE}`);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new UsageError(`one FILE is needed\n${USAGE}`);
  const { namespace = null, agent = LOCAL } = values;
  if (namespace !== null && !namespaceSchema.safeParse(namespace).success)
    throw new UsageError(`--namespace: no namespace, got ${namespace}\n${USAGE}`);
  if (!agentIdSchema.safeParse(agent).success) throw new UsageError(`--agent: no agent id, got ${agent}\n${USAGE}`);
  return { format, file, namespace, agentId: agent, embed: !values['no-embed'] };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        namespace: { type: 'string' },
        agent: { type: 'string' },
        'no-embed': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}
