import { TAB_VARIABLES } from './tabVariables.ts';
import change from './tabs/change.graphql?raw';
import explore from './tabs/explore.graphql?raw';
import link from './tabs/link.graphql?raw';
import paths from './tabs/paths.graphql?raw';
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
  tab(store, TAB_VARIABLES.Store),
  tab(recall, TAB_VARIABLES.Recall),
  tab(link, TAB_VARIABLES.Link),
  tab(reflect, TAB_VARIABLES.Reflect),
  tab(tree, TAB_VARIABLES.Tree),
  tab(paths, TAB_VARIABLES.Paths),
  tab(change, TAB_VARIABLES.Change),
  tab(subscribe, TAB_VARIABLES.Subscribe),
  tab(search, TAB_VARIABLES.Search),
  tab(explore, TAB_VARIABLES.Explore),
];

function tab(query: string, variables: object): ShippedTab {
  return { query: query.trimEnd(), variables: JSON.stringify(variables, null, 2) };
}
