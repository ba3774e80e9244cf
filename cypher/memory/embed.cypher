// Gives memories their vector, if the text it was made from still stands. Not a change of the memory: no new version.
// Params: now, rows [{index, id, title, content, vector, model, status | null (as it is)}].
// Columns: index, outcome OK | MOVED.
// Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE (m.awaitsEmbedding OR m.embeddingModel <> row.model) AND m.title = row.title AND m.content = row.content
  FOREACH (one IN CASE WHEN m IS NULL THEN [] ELSE [m] END |
    SET one.embedding = toFloatList(row.vector), one.embeddingModel = row.model, one.awaitsEmbedding = null,
      one.embeddingStatus = coalesce(row.status, one.embeddingStatus))
  RETURN m
}
RETURN row.index AS index, CASE WHEN m IS NULL THEN 'MOVED' ELSE 'OK' END AS outcome
