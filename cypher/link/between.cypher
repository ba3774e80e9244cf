// Links valid at a moment with both ends in a set. Params: ids, asOf, limit. Columns: relation, sourceId, targetId, properties.
// Index: memory_record_id.
CYPHER 25
UNWIND $ids AS id
MATCH (a:MemoryRecord {id: id})-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]->(b:Memory)
WHERE b.id IN $ids
  AND (r.validFrom IS NULL OR r.validFrom <= $asOf) AND (r.validUntil IS NULL OR r.validUntil > $asOf)
RETURN type(r) AS relation, a.id AS sourceId, b.id AS targetId, properties(r) AS properties
LIMIT $limit
