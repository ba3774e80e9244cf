import { namespaceSchema } from '../memory/bounds.ts';
import { lineage } from '../namespace/path.ts';
import { ROOT } from './policyNode.ts';
import { isSystemNamespace } from './systemNamespace.ts';

/** A namespace whose policy may be set, or `*` for the root above all. */
export const governedNamespaceSchema = namespaceSchema.superRefine((path, context) => {
  if (!isSystemNamespace(path)) return;
  context.addIssue({ code: 'custom', message: 'no segment that begins with "_"', params: { actual: path } });
});

/** Namespaces that must exist before a policy is put at one. */
export function placesOf(...paths: readonly (string | null | undefined)[]): string[] {
  return paths.flatMap((path) => (path == null || path === ROOT ? [] : lineage(path)));
}
