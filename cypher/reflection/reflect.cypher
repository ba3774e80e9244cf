// Makes reflections with their REFLECTS_ON links. A new node closes no circle, so sources are locked in the order of
// their ids only to be sure that they are still there.
// Params: now, rows [{index, record, vector | null, sourceIds (sorted), links [{sourceId, properties}], reader}].
// Columns: index, outcome OK | CONFLICT | NOT_FOUND, missing, existingId, sources, archived (the expired holder).
// Index: memory_record_id, memory_title, namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (holds:Memory {namespace: row.record.namespace, title: row.record.title, titleOwner: row.record.titleOwner})
  FOREACH (one IN CASE WHEN holds.liveUntil <= $now THEN [holds] ELSE [] END | SET one.lock = true)
  WITH row, holds
  OPTIONAL MATCH (holder:MemoryRecord {id: holds.id})
  WHERE holder:Memory
  WITH row, holder, holder IS NOT NULL AND holder.liveUntil <= $now AS expired
  UNWIND row.sourceIds AS id
  OPTIONAL MATCH (found:MemoryRecord {id: id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, holder, expired, id
  OPTIONAL MATCH (s:MemoryRecord {id: id})
  WHERE s:Memory AND s.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN s.readers))
  RETURN holder, expired, collect(s) AS sources, collect(CASE WHEN s IS NULL THEN id END) AS missing
}
CALL (row, holder, expired, sources, missing) {
  WHEN size(missing) > 0 THEN { RETURN 'NOT_FOUND' AS outcome }
  WHEN holder IS NOT NULL AND NOT expired THEN { RETURN 'CONFLICT' AS outcome }
  ELSE {
    FOREACH (old IN CASE WHEN expired THEN [holder] ELSE [] END |
      REMOVE old:Memory
      SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED', old.archivedBy = 'system')
    FOREACH (p IN CASE WHEN expired THEN [(holder)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:Passage SET p:ArchivedPassage)
    MATCH (n:Namespace {path: row.record.namespace})
    CREATE (m:MemoryRecord:Memory)-[:IN_NAMESPACE]->(n)
    SET m = row.record, m.embedding = toFloatList(row.vector)
    WITH row, m
    CALL (row, m) {
      UNWIND row.links AS link
      MATCH (s:MemoryRecord {id: link.sourceId})
      CREATE (m)-[made:REFLECTS_ON]->(s)
      SET made = link.properties
    }
    RETURN 'OK' AS outcome
  }
}
RETURN row.index AS index, outcome, missing[0] AS missing,
  CASE WHEN row.reader.all OR any(token IN row.reader.tokens WHERE token IN holder.readers) THEN holder.id END AS existingId,
  [s IN sources | s {.id, .readers}] AS sources,
  CASE WHEN expired AND outcome = 'OK' THEN holder {.id, .namespace, .readers} END AS archived
