// One page of all memories, live and archived, in the order of their ids, with the texts of those that have no vector of the
// model. Params: after, limit, model. Columns: id, archived, title | null, content | null. Index: memory_record_id.
MATCH (m:MemoryRecord)
WHERE m.id > $after
WITH m ORDER BY m.id LIMIT $limit
WITH m, m.awaitsEmbedding IS NOT NULL OR coalesce(m.embeddingModel, '') <> $model AS waits
RETURN m.id AS id, m:ArchivedMemory AS archived,
  CASE WHEN waits THEN m.title END AS title, CASE WHEN waits THEN m.content END AS content
ORDER BY id
