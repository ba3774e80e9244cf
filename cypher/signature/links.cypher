// What links are verified by, between ends that the reader may see: the relationships of that type, the keys that they
// name, and the last revision about the link. Params: pairs [{sourceId, targetId, relation}], now, reader {all, tokens}.
// Columns: sourceId, targetId, relation, links [{properties, key | null}], revision | null; no row where an end is hidden.
// Index: memory_record_id, agent_key_id.
CYPHER 25
UNWIND $pairs AS pair
MATCH (s:MemoryRecord {id: pair.sourceId})
WHERE ((s:Memory AND s.liveUntil > $now) OR s:ArchivedMemory)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN s.readers))
MATCH (t:MemoryRecord {id: pair.targetId})
WHERE ((t:Memory AND t.liveUntil > $now) OR t:ArchivedMemory)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
RETURN pair.sourceId AS sourceId, pair.targetId AS targetId, pair.relation AS relation,
  COLLECT {
    MATCH (s)-[link:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]->(t)
    WHERE type(link) = pair.relation
    OPTIONAL MATCH (k:AgentKey {id: link.signedBy})
    RETURN {properties: properties(link), key: CASE WHEN k IS NOT NULL THEN
      k {.publicKey, .revokedAt, agentId: head([(a:Agent)-[:HAS_KEY]->(k) | a.agentId])} END}
  } AS links,
  head(COLLECT {
    MATCH (s)<-[:OF]-(r:AuditRevision)
    WHERE r.subjectKind = 'LINK' AND r.relation = pair.relation AND r.targetId = t.id
    RETURN r {.*} ORDER BY r.seq DESC LIMIT 1
  }) AS revision
