import { EXAMPLE_MEMORIES, EXAMPLE_REFLECTION, PLAYGROUND_NAMESPACE } from './examples.ts';
import explore from './tabs/explore.graphql?raw';
import link from './tabs/link.graphql?raw';
import recall from './tabs/recall.graphql?raw';
import reflect from './tabs/reflect.graphql?raw';
import search from './tabs/search.graphql?raw';
import store from './tabs/store.graphql?raw';
import subscribe from './tabs/subscribe.graphql?raw';
import tree from './tabs/tree.graphql?raw';

/** A tab of a first visit. Its title is the name of its operation. */
export interface ShippedTab {
  readonly query: string;
  /** What the Variables pane holds, as JSON text. */
  readonly variables: string;
}

/** The tabs of a first visit, in order. */
export const SHIPPED_TABS: readonly ShippedTab[] = [
  tab(store, { inputs: EXAMPLE_MEMORIES }),
  tab(recall, { input: { query: 'How should Ada get to Lyon?', namespace: PLAYGROUND_NAMESPACE, limit: 5 } }),
  tab(link, { sourceId: '', targetId: '', relation: 'RELATED_TO' }),
  tab(reflect, { sourceIds: [], title: '', content: EXAMPLE_REFLECTION }),
  tab(tree, { id: '', direction: 'SOURCES' }),
  tab(subscribe, { after: null }),
  tab(search, { input: { query: 'talk OR train*', namespace: PLAYGROUND_NAMESPACE } }),
  tab(explore, { where: { namespace: { eq: PLAYGROUND_NAMESPACE } }, first: 5 }),
];

function tab(query: string, variables: object): ShippedTab {
  return { query: query.trimEnd(), variables: JSON.stringify(variables, null, 2) };
}
