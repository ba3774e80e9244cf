import type { Database, StatementName } from '../database/database.ts';
import { integer } from '../database/values.ts';

const ROWS = 500;

/**
 * All rows of a statement, a page at a time, by key: a page costs the same wherever it is, and one page is in memory.
 * @param key what the pages are ordered by
 * @param first what comes before every key
 */
export async function* pagesOf<Row extends object>(
  database: Database,
  statement: StatementName,
  key: (row: Row) => unknown,
  parameters: Readonly<Record<string, unknown>>,
  first: unknown = '',
): AsyncGenerator<readonly Row[]> {
  let after = first;
  for (;;) {
    const rows = await database.read<Row>(statement, { ...parameters, after, limit: integer(ROWS) });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < ROWS || !last) return;
    after = key(last);
  }
}
