// One step of a traversal: memories not seen yet behind links valid at a moment, each by the link that began first.
// Params: frontier, seen, relations, direction OUT | IN | BOTH, observedBy | null, asOf, now, limit, links (most looked at),
//   reader {all, tokens}.
// Columns: looked, parentId, relation, sourceId, targetId, properties, record, in the order of their links' beginnings.
// Index: memory_record_id.
CYPHER 25
CALL () {
  UNWIND $frontier AS id
  MATCH (m:MemoryRecord {id: id})
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
  WHERE type(r) IN $relations AND t.liveUntil > $now
    AND (r.validFrom IS NULL OR r.validFrom <= $asOf) AND (r.validUntil IS NULL OR r.validUntil > $asOf)
    AND ($observedBy IS NULL OR r.observedBy IN $observedBy)
    AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
  WITH m, r, t LIMIT $links
  RETURN collect({parent: m, link: r, memory: t}) AS steps
}
UNWIND steps AS step
WITH size(steps) AS looked, step.memory AS t, step.parent AS parent, step.link AS link
ORDER BY coalesce(link.validFrom, link.createdAt), parent.id, link.linkKey
WITH looked, t, collect(parent)[0] AS parent, collect(link)[0] AS link
WHERE NOT t.id IN $seen
WITH looked, t, parent, link ORDER BY coalesce(link.validFrom, link.createdAt), t.id LIMIT $limit
RETURN looked, parent.id AS parentId, type(link) AS relation, startNode(link).id AS sourceId, endNode(link).id AS targetId,
  properties(link) AS properties, t {.*, embedding: null, embeddingB: null, keys: null} AS record
