// Links of memories as they stood at a moment, other ends hidden from the reader left out, newest first.
// Params: ids, direction OUT | IN | BOTH, relations, asOf, now, limit, reader {all, tokens}.
// Columns: id, links [{relation, sourceId, targetId, properties}]. Index: memory_record_id.
CYPHER 25
UNWIND $ids AS id
MATCH (m:MemoryRecord {id: id})
CALL (m) {
  MATCH (m)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-(t:Memory)
  WHERE type(r) IN $relations
    AND ($direction = 'BOTH' OR ($direction = 'OUT') = (startNode(r) = m))
    AND (r.validFrom IS NULL OR r.validFrom <= $asOf) AND (r.validUntil IS NULL OR r.validUntil > $asOf)
    AND t.liveUntil > $now AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
  WITH r ORDER BY r.createdAt DESC, r.linkKey LIMIT $limit
  RETURN collect({relation: type(r), sourceId: startNode(r).id, targetId: endNode(r).id, properties: properties(r)}) AS links
}
RETURN id, links
