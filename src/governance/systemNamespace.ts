/** Whether a namespace is the system's own: one of its segments begins with `_`. Clients may read there, and write nothing. */
export function isSystemNamespace(path: string): boolean {
  return path.startsWith('_') || path.includes('/_');
}
