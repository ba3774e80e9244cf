// A page of memories, newest first.
// Each part below is a stretch of the index, read in its order up to the limit: first what shares the sort key of
// `after` and has a smaller id, then what comes behind it (ADR 0011).
// Params: namespaces, prefixes (of namespaces), after {priority, at (text of a local datetime), id}, limit, now, minPriority,
//   since, until, tiers, kinds, tags, agentId | null, reader {all, tokens}.
// Columns: record, at (text of the sort key, with all its digits), in order. Index: memory_list_created, namespace_path.
CYPHER 25
CALL () {
  UNWIND $namespaces AS path
  RETURN path
 UNION ALL
  UNWIND $prefixes AS prefix
  MATCH (n:Namespace)
  WHERE n.path STARTS WITH prefix
  RETURN n.path AS path
}
CALL (path) {
  CALL (path) {
    MATCH (m:Memory) USING INDEX m:Memory(namespace, createdAt, id)
    WHERE m.namespace = path AND m.createdAt = localdatetime($after.at) AND m.id < $after.id
      AND m.liveUntil > $now AND m.priority >= $minPriority AND m.createdAt >= $since AND m.createdAt < $until
      AND m.tier IN $tiers AND m.memoryKind IN $kinds AND all(tag IN $tags WHERE tag IN m.tags)
      AND ($agentId IS NULL OR m.agentId = $agentId)
      AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
    RETURN m ORDER BY m.namespace DESC, m.createdAt DESC, m.id DESC LIMIT $limit
   UNION ALL
    MATCH (m:Memory) USING INDEX m:Memory(namespace, createdAt, id)
    WHERE m.namespace = path AND m.createdAt < localdatetime($after.at) AND m.id IS NOT NULL
      AND m.liveUntil > $now AND m.priority >= $minPriority AND m.createdAt >= $since AND m.createdAt < $until
      AND m.tier IN $tiers AND m.memoryKind IN $kinds AND all(tag IN $tags WHERE tag IN m.tags)
      AND ($agentId IS NULL OR m.agentId = $agentId)
      AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
    RETURN m ORDER BY m.namespace DESC, m.createdAt DESC, m.id DESC LIMIT $limit
  }
  RETURN DISTINCT m ORDER BY m.createdAt DESC, m.id DESC LIMIT $limit
}
WITH m ORDER BY m.createdAt DESC, m.id DESC LIMIT $limit
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record, toString(m.createdAt) AS at
ORDER BY m.createdAt DESC, m.id DESC
