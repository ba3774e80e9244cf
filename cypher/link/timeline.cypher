// Links of one memory by when they began. Params: id, direction OUT | IN | BOTH, since | null, until | null, now, limit,
//   reader {all, tokens}.
// Columns: direction, sourceId, targetId, relation, validFrom, validUntil, observedBy, title, namespace.
// Index: memory_record_id.
CYPHER 25
MATCH (m:MemoryRecord {id: $id})
CALL (m) {
  WHEN $direction = 'OUT' THEN {
    MATCH (m)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]->(t:Memory) RETURN r, t
  }
  WHEN $direction = 'IN' THEN {
    MATCH (m)<-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-(t:Memory) RETURN r, t
  }
  ELSE {
    MATCH (m)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-(t:Memory) RETURN r, t
  }
}
WITH m, r, t
WHERE r.validFrom IS NOT NULL AND t.liveUntil > $now
  AND ($since IS NULL OR r.validFrom >= $since) AND ($until IS NULL OR r.validFrom < $until)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
WITH m, r, t ORDER BY r.validFrom, r.linkKey LIMIT $limit
RETURN CASE WHEN startNode(r) = m THEN 'OUT' ELSE 'IN' END AS direction, startNode(r).id AS sourceId, endNode(r).id AS targetId,
  type(r) AS relation, r.validFrom AS validFrom, r.validUntil AS validUntil, r.observedBy AS observedBy,
  t.title AS title, t.namespace AS namespace
