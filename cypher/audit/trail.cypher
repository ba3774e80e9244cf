// Revisions about one memory, oldest first, for a reader who may see it; those of links whose other end is hidden are left
// out, and those that answer for events alone (decisions, say), whose readers they do not know, are for admins. Params: id, after (seq), limit, now, reader {all, tokens}. Columns: author, revisions; no row for a hidden memory.
// Index: memory_record_id.
CYPHER 25
MATCH (m:MemoryRecord {id: $id})
WHERE ((m:Memory AND m.liveUntil > $now) OR m:ArchivedMemory)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
CALL (m) {
  MATCH (m)<-[:OF]-(r:AuditRevision)
  WHERE r.seq > $after AND (r.subjectKind <> 'EVENT' OR $reader.all)
  OPTIONAL MATCH (t:MemoryRecord {id: r.targetId})
  WITH r, t
  WHERE r.targetId IS NULL OR $reader.all
    OR (((t:Memory AND t.liveUntil > $now) OR t:ArchivedMemory) AND any(token IN $reader.tokens WHERE token IN t.readers))
  WITH r ORDER BY r.seq LIMIT $limit
  RETURN collect(r {.*}) AS revisions
}
RETURN m.agentId AS author, revisions
