// One level up a reflection tree, by links valid at a moment. Params: frontier, asOf, now, reader {all, tokens}.
// Columns: parentId, attestLevel, record. Index: memory_record_id.
CYPHER 25
UNWIND $frontier AS id
MATCH (m:MemoryRecord {id: id})<-[r:REFLECTS_ON]-(t:Memory)
WHERE t.liveUntil > $now
  AND (r.validFrom IS NULL OR r.validFrom <= $asOf) AND (r.validUntil IS NULL OR r.validUntil > $asOf)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
RETURN m.id AS parentId, r.attestLevel AS attestLevel, t {.*, embedding: null, embeddingB: null, keys: null} AS record
ORDER BY record.id, parentId
LIMIT 5000
