import { linkKeyOf } from '../../src/link/memoryLink.ts';
import { fillMemories } from './fillMemories.ts';
import type { RawGraph } from './rawGraph.ts';
import { randomSource } from './text.ts';

const MEMORIES = 10_000;
const LINKS = 50_000;
const ROWS = 5_000;
/** Every tenth link ends at one of so many memories, which have hundreds of links each. */
const HUBS = 10;

/** All six relations, as a pattern. */
export const RELATIONS = 'RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON';

/** Makes 10,000 memories with 50,000 links, and some hubs among them; answers the ids. */
export async function fillLinked(raw: RawGraph, url: string): Promise<readonly string[]> {
  const namespace = 'bench/linked';
  await fillMemories(raw, url, { from: 0, to: MEMORIES, namespaces: [namespace] });
  const { records } = await raw.driver.executeQuery('MATCH (m:Memory {namespace: $namespace}) RETURN m.id AS id', {
    namespace,
  });
  const ids = records.map((record) => record.get('id') as string);
  const random = randomSource(6);
  const any = (most = ids.length) => ids[Math.floor(random() * most)] as string;
  const links = new Map<string, { sourceId: string; targetId: string; linkKey: string }>();
  while (links.size < LINKS) {
    const ends = { sourceId: any(), targetId: random() < 0.1 ? any(HUBS) : any() };
    const linkKey = linkKeyOf({ ...ends, relation: 'RELATED_TO' });
    if (ends.sourceId !== ends.targetId) links.set(linkKey, { ...ends, linkKey });
  }
  const rows = [...links.values()];
  for (let made = 0; made < rows.length; made += ROWS) {
    await raw.driver.executeQuery(
      `UNWIND $rows AS row
       MATCH (a:MemoryRecord {id: row.sourceId})
       MATCH (b:MemoryRecord {id: row.targetId})
       CREATE (a)-[:RELATED_TO {linkKey: row.linkKey, createdAt: localdatetime(), validFrom: localdatetime('2020-01-01'),
         observedBy: 'local', attestLevel: 'UNSIGNED'}]->(b)`,
      { rows: rows.slice(made, made + ROWS) },
    );
  }
  return ids;
}
