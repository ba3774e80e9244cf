// Archives memories: the label moves, so they leave the live indexes and the title key, and keep their links.
// Params: now, rows [{index, id, reason, by, reader, version | absent (the only one that may be archived)}].
// Columns: index, outcome OK | NOT_FOUND, record. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE m:Memory AND m.liveUntil > $now AND m.version = coalesce(row.version, m.version)
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN m.readers))
  FOREACH (one IN CASE WHEN m IS NULL THEN [] ELSE [m] END |
    REMOVE one:Memory
    SET one:ArchivedMemory, one.archivedAt = $now, one.archiveReason = row.reason, one.archivedBy = row.by)
  FOREACH (p IN [(m)<-[:PASSAGE_OF]-(part) | part] | REMOVE p:Passage SET p:ArchivedPassage)
  RETURN m
}
RETURN row.index AS index, CASE WHEN m IS NULL THEN 'NOT_FOUND' ELSE 'OK' END AS outcome,
  m {.id, .namespace, .readers} AS record
