/** Pure arithmetic on namespace paths: segments divided by `/`, a root has one segment. */

/** The path and all it lies in, nearest first: `a/b/c` → `a/b/c`, `a/b`, `a`. */
export function lineage(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, segments.length - index).join('/'));
}

/** The namespace `levels` above, or null when the tree ends before. */
export function ancestor(path: string, levels: number): string | null {
  return lineage(path)[levels] ?? null;
}

/** True when `path` is `root` or lies below it. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
