// Links between pairs of memories, whichever way, valid at a moment. Params: pairs [[id, id]], relations, asOf.
// Columns: pair, relation, sourceId, targetId, properties, oldest first. Index: memory_record_id.
CYPHER 25
UNWIND $pairs AS pair
MATCH (a:MemoryRecord {id: pair[0]})
MATCH (b:MemoryRecord {id: pair[1]})
MATCH (a)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-(b)
WHERE type(r) IN $relations
  AND (r.validFrom IS NULL OR r.validFrom <= $asOf) AND (r.validUntil IS NULL OR r.validUntil > $asOf)
RETURN pair, type(r) AS relation, startNode(r).id AS sourceId, endNode(r).id AS targetId, properties(r) AS properties
ORDER BY r.createdAt, sourceId
