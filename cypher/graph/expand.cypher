// One step out from a frontier along links valid at a moment, to memories not seen yet. Most important first.
// Params: frontier, seen, namespace | null, asOf, now, limit, reader {all, tokens}. Columns: record.
// Index: memory_record_id.
CYPHER 25
UNWIND $frontier AS id
MATCH (m:MemoryRecord {id: id})-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-(t:Memory)
WHERE NOT t.id IN $seen AND t.liveUntil > $now
  AND (r.validFrom IS NULL OR r.validFrom <= $asOf) AND (r.validUntil IS NULL OR r.validUntil > $asOf)
  AND ($namespace IS NULL OR t.namespace = $namespace OR t.namespace STARTS WITH $namespace + '/')
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
WITH DISTINCT t
ORDER BY t.priority DESC, t.updatedAt DESC, t.id LIMIT $limit
RETURN t {.*, embedding: null, embeddingB: null, keys: null} AS record
