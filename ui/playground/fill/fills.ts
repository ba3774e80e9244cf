import { DOCUMENTS } from '../documents.ts';
import { EXAMPLE_MEMORIES, EXAMPLE_REFLECTION, PLAYGROUND_NAMESPACE } from '../examples.ts';

/** Runs an operation as the tab would; gives its `data`, or throws an Error with the first error's message. */
export type Ask = (query: string, variables: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The variables of one operation that the page can fill in, and where their values come from. */
export interface Fill {
  readonly variables: readonly string[];
  values(ask: Ask): Promise<Readonly<Record<string, unknown>>>;
}

/** By name of the operation. */
export const FILLS: Readonly<Record<string, Fill>> = {
  Link: {
    variables: ['sourceId', 'targetId'],
    async values(ask) {
      const [sourceId, targetId] = await exampleIds(ask);
      return { sourceId, targetId };
    },
  },
  Paths: {
    variables: ['from', 'to'],
    async values(ask) {
      const [from, to] = await exampleIds(ask);
      return { from, to };
    },
  },
  Change: {
    variables: ['id'],
    async values(ask) {
      const [id] = await exampleIds(ask);
      return { id };
    },
  },
  Reflect: {
    variables: ['sourceIds', 'title'],
    values: async (ask) => ({ sourceIds: await exampleIds(ask), title: freeTitle() }),
  },
  Tree: {
    variables: ['id'],
    values: async (ask) => ({ id: (await newestReflection(ask)) ?? (await makeReflection(ask)) }),
  },
};

/** Ids of the example memories, in order; stores those that are missing. */
async function exampleIds(ask: Ask): Promise<string[]> {
  const titles = EXAMPLE_MEMORIES.map((memory) => memory.title);
  const found = await ask(DOCUMENTS.findExamples, {
    where: { namespace: { eq: PLAYGROUND_NAMESPACE }, title: { in: titles } },
  });
  const rows = found['memories'] as { id: string; title: string }[];
  const ids = titles.map((title) => rows.find((row) => row.title === title)?.id);
  return ids.every((id) => id !== undefined) ? ids : storeExamples(ask);
}

async function storeExamples(ask: Ask): Promise<string[]> {
  const stored = await ask(DOCUMENTS.storeExamples, { inputs: EXAMPLE_MEMORIES });
  const { results } = stored['storeMemories'] as {
    results: { memory: { id: string } | null; error: { message: string } | null }[];
  };
  return results.map(({ memory, error }) => {
    if (!memory) throw new Error(error?.message ?? 'storing waits for approval');
    return memory.id;
  });
}

async function newestReflection(ask: Ask): Promise<string | undefined> {
  const found = await ask(DOCUMENTS.newestReflection, {
    where: { namespace: { eq: PLAYGROUND_NAMESPACE }, memoryKind: { eq: 'REFLECTION' } },
  });
  return (found['memories'] as { id: string }[])[0]?.id;
}

async function makeReflection(ask: Ask): Promise<string> {
  const made = await ask(DOCUMENTS.makeReflection, {
    input: { sourceIds: await exampleIds(ask), title: freeTitle(), content: EXAMPLE_REFLECTION },
  });
  const { memory } = made['reflect'] as { memory: { id: string } | null };
  if (!memory) throw new Error('the reflection waits for approval');
  return memory.id;
}

/** A title is taken once: the moment makes it new. */
function freeTitle(): string {
  return `Ada's way to Lyon, ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`;
}
