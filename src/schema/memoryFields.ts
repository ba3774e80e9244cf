import type { GraphQLResolveInfo } from 'graphql';
import { parsed, spanOf } from '../memory/record.ts';
import { isAnswered } from './answered.ts';
import type { GraphContext } from './context.ts';
import { isInHand } from './inHand.ts';
import { historyLoader, type HistorySelection } from './historyLoader.ts';
import { linkLoader, type LinkSelection } from './loaders.ts';

type Row = Readonly<Record<string, never>>;

/**
 * Fields of Memory that the generated reads cannot answer from a property. A memory comes here in one of three forms:
 * in hand; as a row of the generated reads, with the required properties beside it; or answered already, by a delegated
 * query, under the name the client chose.
 */
export const memoryFields = {
  metadata: field('metadata', (row) => parsed(row['metadataJson']) ?? {}),
  citations: field('citations', (row) => parsed(row['citationsJson']) ?? []),
  sourceSpan: field('sourceSpan', (row) => spanOf(row['sourceSpanStart'], row['sourceSpanEnd'])),
  confidenceSignals: field('confidenceSignals', (row) => parsed(row['confidenceSignalsJson'])),
  attestLevel: field('attestLevel', (row) => row['attestLevelKept'] ?? 'UNSIGNED'),
  links(source: Row, selection: LinkSelection, context: GraphContext, info: GraphQLResolveInfo): unknown {
    return isAnswered(source) ? source[info.path.key] : linkLoader(context, selection).load(source['id']);
  },
  history(source: Row, page: HistorySelection, context: GraphContext, info: GraphQLResolveInfo): unknown {
    return isAnswered(source) ? source[info.path.key] : historyLoader(context, page).load(source['id']);
  },
};

function field(name: string, fromRow: (row: Row) => unknown) {
  return (source: Row, _args: unknown, _context: GraphContext, info: GraphQLResolveInfo): unknown => {
    if (isInHand(source)) return (source as Row)[name];
    return isAnswered(source) ? source[info.path.key] : fromRow(source);
  };
}
