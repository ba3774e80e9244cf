// Live memories that wait for their vector, oldest first. Params: now, limit. Columns: id, title, content, version.
// Index: memory_awaits_embedding.
MATCH (m:Memory {awaitsEmbedding: true}) USING INDEX SEEK m:Memory(awaitsEmbedding)
WHERE m.liveUntil > $now
RETURN m.id AS id, m.title AS title, m.content AS content, m.version AS version
ORDER BY m.createdAt LIMIT $limit
