import type { Database, StatementName } from '../database/database.ts';
import { integer } from '../database/values.ts';

const ROWS = 500;

/**
 * All rows of a statement, a page at a time, by key: a page costs the same wherever it is, and one page is in memory.
 * @param key the column that the pages are ordered by
 */
export async function* pagesOf<Row extends object>(
  database: Database,
  statement: StatementName,
  key: keyof Row & string,
  parameters: Readonly<Record<string, unknown>>,
): AsyncGenerator<readonly Row[]> {
  let after = '';
  for (;;) {
    const rows = await database.read<Row>(statement, { ...parameters, after, limit: integer(ROWS) });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) return;
    after = String(rows.at(-1)?.[key]);
  }
}
