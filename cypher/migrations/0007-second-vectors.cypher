// Memories that wait for a vector in the second slot (docs/adr/0013-reembed.md), as memory_awaits_embedding is for the first.
CREATE INDEX memory_awaits_embedding_b IF NOT EXISTS FOR (m:Memory) ON (m.awaitsEmbeddingB);
