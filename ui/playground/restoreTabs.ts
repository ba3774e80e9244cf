import { readTabs, type StoredTab, writeTabs } from './storedTabs.ts';
import { SHIPPED_TABS } from './tabs.ts';

/** Puts the shipped tabs back as they came, keeps all tabs with other titles behind them, and loads the page anew. */
export function restoreTabs(): void {
  const shipped: StoredTab[] = SHIPPED_TABS.map(({ query, variables }) => {
    const name = /^(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1] ?? '';
    return { id: `shipped-${name}`, title: name, query, variables, headers: null, operationName: name, response: null };
  });
  const titles = new Set(shipped.map((tab) => tab.title));
  const own = readTabs().tabs.filter((tab) => !titles.has(tab.title) && tab.query);
  writeTabs([...shipped, ...own]);
  location.reload();
}
