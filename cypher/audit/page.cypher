// Revisions in their order, each with what it answers for as it is now, where it is the last one to do so: the memory's
// audited properties, or the link. Params: after, upTo, limit, audited (names).
// Columns: revision, present (its memory is there), filed (it is linked to it), last, subject | null, archived | null,
//   links [properties] | null, purged (a later revision tells of its purge, or of that of the link's other end).
// Index: audit_revision_seq, memory_record_id, purge_revision_subject_id.
CYPHER 25
MATCH (r:AuditRevision)
WHERE r.seq > $after AND r.seq <= $upTo
WITH r ORDER BY r.seq LIMIT $limit
OPTIONAL MATCH (m:MemoryRecord {id: r.subjectId})
OPTIONAL MATCH (t:MemoryRecord {id: r.targetId})
WITH r, m, t,
  r.subjectKind <> 'EVENT' AND NOT EXISTS {
    (m)<-[:OF]-(x:AuditRevision)
    WHERE x.seq > r.seq AND x.subjectKind = r.subjectKind
      AND (r.subjectKind = 'MEMORY' OR (x.relation = r.relation AND x.targetId = r.targetId))
  } AS last
RETURN r {.*} AS revision, m IS NOT NULL AND (r.targetId IS NULL OR t IS NOT NULL) AS present,
  EXISTS { (r)-[:OF]->(m) } AS filed, last,
  CASE WHEN last AND r.subjectKind = 'MEMORY' THEN [name IN $audited | m[name]] END AS subject,
  m:ArchivedMemory AS archived,
  CASE WHEN last AND r.subjectKind = 'LINK' THEN COLLECT {
    MATCH (m)-[link:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]->(t)
    WHERE type(link) = r.relation
    RETURN properties(link)
  } END AS links,
  EXISTS {
    MATCH (p:PurgeRevision)
    WHERE p.subjectId IN [r.subjectId, r.targetId] AND p.eventType = 'PURGE' AND p.seq > r.seq
  } AS purged
ORDER BY revision.seq
