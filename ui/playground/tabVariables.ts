import { EXAMPLE_MEMORIES, EXAMPLE_REFLECTION, PLAYGROUND_NAMESPACE } from './examples.ts';

/** What the Variables pane of each shipped tab holds at first, by name of the operation; `fill/` completes the empty ones. */
export const TAB_VARIABLES = {
  Store: { inputs: EXAMPLE_MEMORIES },
  Recall: { input: { query: 'How should Ada get to Lyon?', namespace: PLAYGROUND_NAMESPACE, limit: 5 } },
  Link: { sourceId: '', targetId: '', relation: 'RELATED_TO' },
  Reflect: { sourceIds: [], title: '', content: EXAMPLE_REFLECTION },
  Tree: { id: '', direction: 'SOURCES' },
  Paths: { from: '', to: '' },
  Change: { id: '', input: { priority: 7 } },
  Subscribe: { after: null },
  Search: { input: { query: 'talk OR train*', namespace: PLAYGROUND_NAMESPACE } },
  Explore: { where: { namespace: { eq: PLAYGROUND_NAMESPACE } }, first: 5 },
} as const;
