// The memories nearest by meaning in a namespace, for each of many texts. Private rows that others handed to the reader
// are left out: they would cost every store a second look-up.
// Params: now, least (cosine), rows [{index, vector, namespace, all, audiences}].
// Columns: index, neighbours [{id, title, titleOwner, content, similarity (cosine)}], nearest first, of the five nearest
//   those that are near enough. Index: memory_embedding.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  WHEN row.all THEN {
    MATCH (m:Memory)
    SEARCH m IN (VECTOR INDEX memory_embedding FOR row.vector
      WHERE m.namespace = row.namespace AND m.liveUntil > $now
      LIMIT 5) SCORE AS s
    RETURN m, 2 * s - 1 AS similarity
  }
  ELSE {
    MATCH (m:Memory)
    SEARCH m IN (VECTOR INDEX memory_embedding FOR row.vector
      WHERE m.namespace = row.namespace AND m.audience IN row.audiences AND m.liveUntil > $now
      LIMIT 5) SCORE AS s
    RETURN m, 2 * s - 1 AS similarity
  }
}
WITH row, m, similarity ORDER BY similarity DESC, m.id
WHERE similarity >= $least
RETURN row.index AS index, collect(m {.id, .title, .titleOwner, .content, similarity: similarity}) AS neighbours
