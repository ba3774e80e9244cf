// Live memories that the reader may see, for a change that is worked out from them or an answer as it stands.
// Params: ids, now, reader {all, tokens}. Columns: record, sorted by nothing. Index: memory_record_id.
UNWIND $ids AS id
MATCH (m:MemoryRecord {id: id})
WHERE m:Memory AND m.liveUntil > $now
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
