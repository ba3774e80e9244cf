import { type ASTNode, type DocumentNode, Kind } from 'graphql';
import { requireWithin } from './tooCostly.ts';

/**
 * Counts what is written in a document, in one walk without recursion and without a schema.
 * @throws OperationRefused OPERATION_TOO_COSTLY at the first limit that is passed
 */
export function checkShape(document: DocumentNode): void {
  requireWithin('definitions', document.definitions.length);
  const perResponseName = new Map<string, number>();
  let aliases = 0;
  let directives = 0;
  let pairs = 0;

  const waiting: { node: ASTNode; nesting: number }[] = [{ node: document, nesting: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, nesting } = next;
    requireWithin('nesting', nesting);
    if (node.kind === Kind.NAME) requireWithin('nameCharacters', node.value.length);
    if (node.kind === Kind.DIRECTIVE) requireWithin('directives', ++directives);
    if (node.kind === Kind.FIELD) {
      if (node.alias) requireWithin('aliases', ++aliases);
      const responseName = (node.alias ?? node.name).value;
      const seen = perResponseName.get(responseName) ?? 0;
      perResponseName.set(responseName, seen + 1);
      requireWithin('sameNamePairs', (pairs += seen));
    }
    for (const child of childrenOf(node)) waiting.push({ node: child, nesting: nesting + 1 });
  }
}

function* childrenOf(node: ASTNode): Generator<ASTNode> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield child;
    }
  }
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
