// Who is linked with whom, whichever way, by links valid at a moment: one step of a search for paths.
// Params: frontier, relations, asOf, now, limit (pairs in all), reader {all, tokens}. Columns: id, neighbours (distinct ids).
// Index: memory_record_id.
CYPHER 25
UNWIND $frontier AS id
MATCH (m:MemoryRecord {id: id})-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-(t:Memory)
WHERE t.liveUntil > $now AND type(r) IN $relations
  AND (r.validFrom IS NULL OR r.validFrom <= $asOf) AND (r.validUntil IS NULL OR r.validUntil > $asOf)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
WITH DISTINCT id, t LIMIT $limit
RETURN id, collect(t.id) AS neighbours
