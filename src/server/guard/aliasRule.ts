import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

/** Properties of a memory that other fields are worked out from (`@customResolver(requires: …)` in schema/memory.graphql). */
const NEEDED: ReadonlySet<string> = new Set([
  'id',
  'metadataJson',
  'citationsJson',
  'sourceSpanStart',
  'sourceSpanEnd',
  'confidenceSignalsJson',
  'attestLevelKept',
]);

/**
 * Refuses `{ memories { id: title links { … } } }`: in a generated read another field under such a name would stand in for
 * the property, and what is worked out from it would be wrong without a word.
 */
export function aliasRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const alias = node.alias?.value;
      if (alias === undefined || alias === node.name.value || !NEEDED.has(alias)) return;
      if (context.getParentType()?.name !== 'Memory') return;
      const message = `"${alias}" cannot be another name of "${node.name.value}": other fields of a memory are worked out from the field of that name. Choose another.`;
      context.reportError(new GraphQLError(message, { nodes: [node] }));
    },
  };
}
