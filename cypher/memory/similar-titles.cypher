// Live memories of a namespace whose titles share words with another's. Params: lucene, id, namespace, now, reader.
// Columns: record, best first, at most 20. Index: memory_text.
CYPHER 25
CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: 100}) YIELD node AS m, score
WHERE m.id <> $id AND m.namespace = $namespace AND m.liveUntil > $now
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
WITH m, score ORDER BY score DESC, m.id LIMIT 20
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
