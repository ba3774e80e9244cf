const PREFIX = 'mnemograph:';

/** What GraphiQL needs of a store, and the page itself. */
export interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
  readonly length: number;
}

/**
 * The browser's store under names of our own: another GraphiQL that was served from the same address before must not
 * leave its tabs here. A browser that refuses to store gives a page that forgets, not one that fails.
 */
export const pageStorage: PageStorage = {
  getItem: (key) => attempt(() => localStorage.getItem(PREFIX + key)) ?? null,
  setItem: (key, value) => attempt(() => localStorage.setItem(PREFIX + key, value)),
  removeItem: (key) => attempt(() => localStorage.removeItem(PREFIX + key)),
  clear() {
    for (const key of ownKeys()) attempt(() => localStorage.removeItem(key));
  },
  get length() {
    return ownKeys().length;
  },
};

function ownKeys(): string[] {
  return (attempt(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(PREFIX));
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
