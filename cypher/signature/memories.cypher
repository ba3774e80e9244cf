// What memories are verified by: all that is signed and audited, the key that is named, and the last revision about each.
// Params: ids, now, audited (names), reader {all, tokens}.
// Columns: id, record, subject, archived, key {agentId, publicKey, revokedAt} | null, revision | null; no row for a hidden one.
// Index: memory_record_id, agent_key_id.
CYPHER 25
UNWIND $ids AS id
MATCH (m:MemoryRecord {id: id})
WHERE ((m:Memory AND m.liveUntil > $now) OR m:ArchivedMemory)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
OPTIONAL MATCH (k:AgentKey {id: m.signedBy})
RETURN id, m {.*, embedding: null, embeddingB: null, keys: null} AS record, [name IN $audited | m[name]] AS subject,
  m:ArchivedMemory AS archived,
  CASE WHEN k IS NOT NULL THEN k {.publicKey, .revokedAt, agentId: head([(a:Agent)-[:HAS_KEY]->(k) | a.agentId])} END AS key,
  head(COLLECT {
    MATCH (m)<-[:OF]-(r:AuditRevision)
    WHERE r.subjectKind = 'MEMORY'
    RETURN r {.*} ORDER BY r.seq DESC LIMIT 1
  }) AS revision
