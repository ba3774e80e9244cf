// A page of the archive, newest first; rows of one instant by id downwards. Params: at, before (id) (the last row of the page
// before), namespace | null, reason | null, limit, reader {all, tokens}. Columns: record. Index: archived_memory_archived_at,
// in whose order it is read: an OR here would have the database sort the whole archive instead.
CYPHER 25
MATCH (m:ArchivedMemory)
WHERE m.archivedAt <= $at AND m.id >= '' AND CASE WHEN m.archivedAt = $at THEN m.id < $before ELSE true END
  AND ($namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/')
  AND ($reason IS NULL OR m.archiveReason = $reason)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
ORDER BY m.archivedAt DESC, m.id DESC
LIMIT $limit
