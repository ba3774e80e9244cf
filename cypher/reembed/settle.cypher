// After a cut-over: memories that had no vector in the other slot and have one in this are READY now.
// Params: limit. Columns: count. Index: memory_awaits_embedding of the other slot.
MATCH (m:Memory {awaitsEmbeddingB: true}) USING INDEX SEEK m:Memory(awaitsEmbeddingB)
WHERE m.awaitsEmbedding IS NULL AND m.embeddingModel IS NOT NULL AND m.embeddingStatus <> 'READY'
WITH m LIMIT $limit
SET m.embeddingStatus = 'READY'
RETURN count(m) AS count
