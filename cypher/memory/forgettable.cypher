// What a forget is about: live memories that match and that the reader may see, oldest first. The query brings its filter
// words. Params: lucene, now, most, reader {all, tokens}, tier | null, namespace | null.
// Columns: id, namespace, owner, version. Index: memory_text.
CYPHER 25
CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $most}) YIELD node AS m, score
WHERE m.liveUntil > $now
  AND ($tier IS NULL OR m.tier = $tier)
  AND ($namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/')
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
RETURN m.id AS id, m.namespace AS namespace, m.agentId AS owner, m.version AS version
ORDER BY m.createdAt, m.id
