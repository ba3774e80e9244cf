// The memory nearest by meaning that the reader may see.
// Params: vector, namespace | null (everywhere), unfiltered, audiences, shared [{scope, root}], agentId, now,
//   reader {all, tokens}. Columns: candidates, record | null, similarity (cosine) | null. Index: memory_embedding, namespace_path.
CYPHER 25
CALL () {
  UNWIND $shared AS part
  MATCH (n:Namespace)
  WHERE n.path = part.root OR n.path STARTS WITH part.root + '/'
  RETURN $audiences + collect(part.scope + '|' + n.path) AS audiences
}
CALL (audiences) {
  CALL (audiences) {
    WHEN $unfiltered AND $namespace IS NULL THEN {
      MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
        WHERE m.liveUntil > $now
        LIMIT 32) SCORE AS s
      RETURN m, s
    }
    WHEN $unfiltered THEN {
      MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
        WHERE m.namespace = $namespace AND m.liveUntil > $now
        LIMIT 32) SCORE AS s
      RETURN m, s
    }
    WHEN $namespace IS NULL THEN {
      MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
        WHERE m.audience IN audiences AND m.liveUntil > $now
        LIMIT 32) SCORE AS s
      RETURN m, s
    }
    ELSE {
      MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
        WHERE m.namespace = $namespace AND m.audience IN audiences AND m.liveUntil > $now
        LIMIT 32) SCORE AS s
      RETURN m, s
    }
  }
  RETURN m, s
 UNION
  // Private rows that others handed to the reader.
  CALL () {
    WHEN $namespace IS NULL THEN {
      MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
        WHERE m.targetAgentId = $agentId AND m.liveUntil > $now
        LIMIT 32) SCORE AS s
      RETURN m, s
    }
    ELSE {
      MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
        WHERE m.targetAgentId = $agentId AND m.namespace = $namespace AND m.liveUntil > $now
        LIMIT 32) SCORE AS s
      RETURN m, s
    }
  }
  RETURN m, s
}
WITH m, max(s) AS s
WHERE $reader.all OR any(token IN $reader.tokens WHERE token IN m.readers)
WITH m, s ORDER BY s DESC, m.id
WITH count(m) AS candidates, head(collect(m)) AS m, max(s) AS s
RETURN candidates, m {.*, embedding: null, embeddingB: null, keys: null} AS record, 2 * s - 1 AS similarity
