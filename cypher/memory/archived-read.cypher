// A memory that may be restored, or is live already, for a reader who may see it. Params: id, reader {all, tokens}.
// Columns: record. Index: memory_record_id.
MATCH (m:MemoryRecord {id: $id})
WHERE (m:Memory OR m:ArchivedMemory) AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
