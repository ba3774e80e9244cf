// Search by words. The query brings its filter words; what they cannot say is looked at here.
// Params: lucene, now, limit, reader {all, tokens, narrow}, tier | null, minPriority | null, since, until, tags,
//   agentId | null, namespace | null. Columns: totalCount, hits [{record, score}]. Index: memory_text.
CYPHER 25
CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: 10000}) YIELD node AS m, score
WHERE m.liveUntil > $now
  AND ($tier IS NULL OR m.tier = $tier)
  AND ($minPriority IS NULL OR m.priority >= $minPriority)
  AND m.createdAt >= $since AND m.createdAt < $until
  AND all(tag IN $tags WHERE tag IN m.tags)
  AND ($agentId IS NULL OR m.agentId = $agentId)
  AND ($namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/')
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
  AND ($reader.narrow IS NULL OR any(token IN $reader.narrow WHERE token IN m.readers))
WITH m, score ORDER BY score DESC, m.id
WITH collect({m: m, score: score}) AS found
CALL (found) {
  UNWIND found[0..$limit] AS hit
  WITH hit.m AS m, hit.score AS score
  RETURN collect({record: m {.*, embedding: null, embeddingB: null, keys: null}, score: score}) AS hits
}
RETURN size(found) AS totalCount, hits
