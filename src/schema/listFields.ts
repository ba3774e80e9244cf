import type { GraphQLResolveInfo } from 'graphql';
import type { ListAnswer } from '../memory/list.ts';
import type { GraphContext } from './context.ts';
import { hydrate, memoryNodes } from './hydrate.ts';

/** Fields of MemoryPage that cost something of their own. */
export const listFields = {
  /** What vanished since the page was read is dropped. */
  async edges({ edges }: ListAnswer, _args: unknown, context: GraphContext, info: GraphQLResolveInfo) {
    const nodes = edges.map(({ node }) => node);
    const hydrated = await hydrate(nodes, memoryNodes(info, 'node'), context, info);
    return edges.flatMap(({ cursor }, index) => (hydrated[index] ? [{ cursor, node: hydrated[index] }] : []));
  },
  totalCount: ({ totalCount }: ListAnswer): Promise<number> => totalCount(),
};
