// Empties the slot for one page of memories, live and archived, in the order of their ids: no vector, no passages, waiting.
// Params: after, limit. Columns: last | null, count. Index: memory_record_id.
MATCH (m:MemoryRecord)
WHERE m.id > $after
WITH m ORDER BY m.id LIMIT $limit
SET m.embedding = null, m.embeddingModel = null, m.awaitsEmbedding = true
FOREACH (old IN [(m)<-[:PASSAGE_OF]-(p) WHERE p.embedding IS NOT NULL | p] | DETACH DELETE old)
RETURN max(m.id) AS last, count(m) AS count
