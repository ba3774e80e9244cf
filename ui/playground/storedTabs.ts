import { pageStorage, type PageStorage } from './storage.ts';
import { SHIPPED_TABS } from './tabs.ts';

/** A tab as GraphiQL stores it. */
export interface StoredTab {
  readonly id: string;
  readonly title: string;
  readonly query: string | null;
  readonly variables: string | null;
  readonly headers: string | null;
  readonly operationName: string | null;
  readonly response: string | null;
}

interface StoredTabs {
  readonly activeTabIndex: number;
  readonly tabs: readonly StoredTab[];
}

/** Where GraphiQL keeps the tabs. */
const TABS_KEY = 'graphiql:tabState';

/** What the panes held last: GraphiQL keeps it apart from the tabs, and opens one more tab when the two differ. */
const PANE_KEYS = ['graphiql:query', 'graphiql:variables', 'graphiql:headers'];

/** True from `writeTabs` on: GraphiQL writes half a second late, and must not undo that while the page is being left. */
let replaced = false;

/** The store for GraphiQL. It forgets the panes, for the tabs hold all that is in them. */
export const graphiqlStorage: PageStorage = {
  getItem: (key) => (PANE_KEYS.includes(key) ? null : pageStorage.getItem(key)),
  setItem: (key, value) => {
    if (!replaced && !PANE_KEYS.includes(key)) pageStorage.setItem(key, value);
  },
  removeItem: (key) => pageStorage.removeItem(key),
  clear: () => pageStorage.clear(),
  get length() {
    return pageStorage.length;
  },
};

/**
 * What the panes must hold when the page opens: the tab that was open last, on a first visit the first shipped one.
 * Left to itself, GraphiQL would open a default tab with its Variables pane empty.
 */
export function openingTab(): { readonly query: string; readonly variables: string } {
  const stored = readTabs();
  const tab = stored.tabs[stored.activeTabIndex] ?? (stored.tabs.length === 0 ? SHIPPED_TABS[0] : undefined);
  return { query: tab?.query ?? '', variables: tab?.variables ?? '' };
}

/** The stored tabs; none on a first visit. */
export function readTabs(): StoredTabs {
  try {
    const stored = JSON.parse(pageStorage.getItem(TABS_KEY) ?? '{}') as Partial<StoredTabs>;
    return { activeTabIndex: stored.activeTabIndex ?? 0, tabs: stored.tabs ?? [] };
  } catch {
    return { activeTabIndex: 0, tabs: [] };
  }
}

/** Replaces the stored tabs for good; GraphiQL reads them when the page opens anew. */
export function writeTabs(tabs: readonly StoredTab[]): void {
  pageStorage.setItem(TABS_KEY, JSON.stringify({ activeTabIndex: 0, tabs }));
  replaced = true;
}
