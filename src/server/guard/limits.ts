/**
 * What one operation may ask for, whatever door it comes through. Bounds of the document are checked before
 * graphql-js validates it; bounds of the operation after.
 */
export const LIMITS = {
  /** Characters of a document. Comments are not tokens, so tokens alone do not bound the work of reading them. */
  characters: 131_072,
  /** Lexical tokens of a document. */
  tokens: 15_000,
  /** Syntax nodes within one another; keeps everything that recurses over a document off the end of the stack. */
  nesting: 200,
  /** Operations and fragments in a document. */
  definitions: 200,
  /** Characters of one name; messages repeat names. */
  nameCharacters: 128,
  /** Aliases written in a document. */
  aliases: 200,
  /** Directives written in a document. */
  directives: 50,
  /** Pairs of fields with one response name in a document: what graphql-js may have to compare with each other. */
  sameNamePairs: 50_000,
  /** Root fields of an operation, fragments followed. */
  rootFields: 30,
  /** Fields within one another, introspection apart. */
  depth: 10,
  /** Fields within one another below `__schema` or `__type`; GraphiQL asks for 13. */
  introspectionDepth: 20,
  /** Fields looked at to measure an operation: a fragment is looked at once for each list size above it. */
  measuredFields: 20_000,
  /** Cost of an operation, as `operationCost.ts` counts it. */
  cost: 5_000,
  /** Largest `limit` or `first` of a generated list. */
  pageSize: 200,
  /** Largest `offset` of a generated list, and offset inside its `after`. */
  offset: 100_000,
  /** Objects and lists within one another in a generated `where`. */
  filterDepth: 20,
  /** Fields in a generated `where`. */
  filterFields: 500,
  /** Items of one list in a generated `where` or `sort`. */
  filterListItems: 1_000,
} as const;

/** How many items a list is taken to have when the request does not say. */
export const ASSUMED_ITEMS = {
  /** A list that is not inside another one: a generated list answers with at most 100 by default. */
  outermost: 100,
  /** A generated list inside another list. */
  generated: 25,
  /** Any other list inside another list. */
  other: 10,
} as const;

/** Requests for more items than any operation of ours grants count as this many: the operation itself refuses them. */
export const MOST_ITEMS = 500;
