// Counts live memories that wait for a vector in the slot.
// Params: now, before (written before it), refused (ids of those whose text the embedder refuses). Columns: count.
// Index: memory_awaits_embedding.
MATCH (m:Memory {awaitsEmbedding: true}) USING INDEX SEEK m:Memory(awaitsEmbedding)
WHERE m.liveUntil > $now AND m.updatedAt < $before AND NOT m.id IN $refused
RETURN count(m) AS count
