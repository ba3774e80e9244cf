// Puts revisions behind the end of the audit chain, linked to the memories that they are about. The transaction holds the
// outbox counter, and so the head. Params: seq, hash (the new head), revisions [map]. Columns: none.
// Index: audit_head_name, memory_record_id.
CYPHER 25
MATCH (h:AuditHead {name: 'audit'})
SET h.seq = $seq, h.hash = $hash
WITH h
UNWIND $revisions AS revision
CREATE (r:AuditRevision)
SET r = revision
FOREACH (one IN CASE WHEN r.eventType = 'PURGE' THEN [r] ELSE [] END | SET one:PurgeRevision)
WITH r
CALL (r) {
  MATCH (m:MemoryRecord {id: r.subjectId})
  CREATE (r)-[:OF]->(m)
}
