// Archives memories whose time is over. Locked first, then looked at: what got a longer life meanwhile stays.
// Params: now, rows [{index, id}]. Columns: index, outcome OK | STAYS, record. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE m:Memory AND m.liveUntil <= $now
  FOREACH (one IN CASE WHEN m IS NULL THEN [] ELSE [m] END |
    REMOVE one:Memory
    SET one:ArchivedMemory, one.archivedAt = $now, one.archiveReason = 'TTL_EXPIRED', one.archivedBy = 'system')
  FOREACH (p IN [(m)<-[:PASSAGE_OF]-(part) | part] | REMOVE p:Passage SET p:ArchivedPassage)
  RETURN m
}
RETURN row.index AS index, CASE WHEN m IS NULL THEN 'STAYS' ELSE 'OK' END AS outcome, m {.id, .namespace, .readers} AS record
