import { pageStorage } from './storage.ts';
import { SHIPPED_TABS } from './tabs.ts';

/** Where GraphiQL keeps the tabs. */
const TABS_KEY = 'graphiql:tabState';

interface StoredTab {
  readonly id: string;
  readonly title: string;
  readonly query: string | null;
  readonly variables: string | null;
  readonly headers: string | null;
  readonly operationName: string | null;
  readonly response: string | null;
}

/**
 * Puts the shipped tabs back as they came, keeps all tabs with other titles behind them, and loads the page anew,
 * because GraphiQL reads its tabs only when it starts.
 */
export function restoreTabs(): void {
  const shipped: StoredTab[] = SHIPPED_TABS.map(({ query, variables }) => {
    const name = /^(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1] ?? '';
    return { id: `shipped-${name}`, title: name, query, variables, headers: null, operationName: name, response: null };
  });
  const titles = new Set(shipped.map((tab) => tab.title));
  const own = storedTabs().filter((tab) => !titles.has(tab.title) && tab.query);
  pageStorage.setItem(TABS_KEY, JSON.stringify({ activeTabIndex: 0, tabs: [...shipped, ...own] }));
  location.reload();
}

function storedTabs(): StoredTab[] {
  try {
    return (JSON.parse(pageStorage.getItem(TABS_KEY) ?? '{}') as { tabs?: StoredTab[] }).tabs ?? [];
  } catch {
    return [];
  }
}
