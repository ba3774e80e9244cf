// The most important memories of all. Params: asOf, now, limit, pool, reader {all, tokens}. Columns: record.
// Index: memory_live_until.
CYPHER 25
MATCH (m:Memory)
WHERE m.liveUntil > $now AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
WITH m ORDER BY m.priority DESC, m.updatedAt DESC LIMIT $pool
WITH m, COUNT {
  (m)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-(t:Memory)
  WHERE t.liveUntil > $now
    AND (r.validFrom IS NULL OR r.validFrom <= $asOf) AND (r.validUntil IS NULL OR r.validUntil > $asOf)
    AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
} AS links
ORDER BY m.priority DESC, links DESC, m.updatedAt DESC, m.id LIMIT $limit
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
