import { z } from 'zod';
import { integerBetween, memoryIdSchema } from '../memory/bounds.ts';
import type { Operation } from '../pipeline/operation.ts';
import { reflectionTree } from '../reflection/tree.ts';
import { worst, type SignatureStatus } from './verification.ts';
import { verifyLinks, type LinkVerification } from './verifyLink.ts';
import { verifyMemories, type MemoryVerification } from './verifyMemory.ts';

const inputSchema = z.object({
  id: memoryIdSchema,
  maxDepth: integerBetween(1, 16)
    .nullish()
    .transform((value) => value ?? 5),
});

/** What was found about a reflection and all that it was made from. */
export interface ReflectionTreeVerification {
  /** The worst of all. */
  readonly status: SignatureStatus;
  readonly nodes: readonly MemoryVerification[];
  readonly links: readonly LinkVerification[];
  readonly truncated: boolean;
}

/** `verifyReflectionTree`: a reflection, what it was made from, and the links between, each verified by itself. */
export const verifyReflectionTree: Operation<z.output<typeof inputSchema>, void, ReflectionTreeVerification> = {
  name: 'verifyReflectionTree',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, { id, maxDepth }) {
    const tree = await reflectionTree.run(context, { id, direction: 'SOURCES', maxDepth, asOf: null }, undefined);
    const ids = tree.nodes.map(({ memory }) => memory.id);
    const pairs = await context.services.database.read<{ sourceId: string; targetId: string }>(
      'signature/reflection-pairs',
      { ids },
      { bookmarks: context.bookmarks },
    );
    const [nodes, links] = await Promise.all([
      verifyMemories(context, ids),
      verifyLinks(
        context,
        pairs.map((pair) => ({ ...pair, relation: 'REFLECTS_ON' as const })),
      ),
    ]);
    const status = worst([...nodes, ...links].map((one) => one.status));
    return { status, nodes, links, truncated: tree.truncated };
  },
};
