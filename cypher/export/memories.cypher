// One page of all memories, live and archived, in the order of their ids. A row outside the wanted namespace has no record,
// so that a page costs the same whatever is wanted. Params: after, limit, namespace | null, vectors, wired (names of
// properties that travel under names of their own).
// Columns: id, record | null, vector | null, model | null, types [[name, type]] | null, archived.
// Index: memory_record_id.
MATCH (m:MemoryRecord)
WHERE m.id > $after
WITH m ORDER BY m.id LIMIT $limit
WITH m, $namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/' AS wanted
RETURN m.id AS id, m:ArchivedMemory AS archived,
  CASE WHEN wanted THEN m {.*, embedding: null, embeddingB: null, keys: null, readers: null} END AS record,
  CASE WHEN wanted AND $vectors THEN m.embedding END AS vector, m.embeddingModel AS model,
  CASE WHEN wanted THEN [name IN keys(m) WHERE NOT name IN $wired | [name, valueType(m[name])]] END AS types
ORDER BY id
