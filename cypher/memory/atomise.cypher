// Divides memories into atoms: makes them with their DERIVES_FROM links and hides the parent, or does nothing at all. The
// parent is locked, then looked at again.
// Params: now, rows [{index, id, baseVersion, changes, mostDepth, atoms [{record, vector | null, link}], reader}].
// Columns: index, outcome OK | NOT_FOUND | ATOMISED | TOO_DEEP | VERSION_MOVED | CONFLICT, currentVersion, depth, title,
//   existingId, record, archived (expired holders of titles). Index: memory_record_id, memory_title, namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE m:Memory AND m.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN m.readers))
  RETURN m
}
CALL (m) {
  OPTIONAL MATCH way = (m)-[:DERIVES_FROM]->{1,3}(:MemoryRecord)
  RETURN coalesce(max(length(way)), 0) AS depth
}
CALL (row) {
  UNWIND row.atoms AS atom
  MATCH (holder:Memory {namespace: atom.record.namespace, title: atom.record.title, titleOwner: atom.record.titleOwner})
  RETURN collect(holder) AS holders
}
WITH row, m, depth, holders, head([holder IN holders WHERE holder.liveUntil > $now]) AS taken
CALL (row, m, depth, holders, taken) {
  WHEN m IS NULL THEN { RETURN 'NOT_FOUND' AS outcome, null AS record }
  WHEN m.atomised THEN { RETURN 'ATOMISED' AS outcome, null AS record }
  WHEN depth >= row.mostDepth THEN { RETURN 'TOO_DEEP' AS outcome, null AS record }
  WHEN m.version <> row.baseVersion THEN { RETURN 'VERSION_MOVED' AS outcome, null AS record }
  WHEN taken IS NOT NULL THEN { RETURN 'CONFLICT' AS outcome, null AS record }
  ELSE {
    FOREACH (old IN holders |
      REMOVE old:Memory
      SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED', old.archivedBy = 'system')
    FOREACH (holder IN holders |
      FOREACH (p IN [(holder)<-[:PASSAGE_OF]-(part) | part] | REMOVE p:Passage SET p:ArchivedPassage))
    SET m += row.changes
    // What is hidden takes no place among the passages that recall looks through.
    FOREACH (p IN [(m)<-[:PASSAGE_OF]-(part) | part] | REMOVE p:Passage SET p:ArchivedPassage)
    WITH row, m
    CALL (row, m) {
      MATCH (n:Namespace {path: m.namespace})
      UNWIND row.atoms AS atom
      CREATE (a:MemoryRecord:Memory)-[:IN_NAMESPACE]->(n)
      SET a = atom.record, a.embedding = toFloatList(atom.vector)
      CREATE (a)-[made:DERIVES_FROM]->(m)
      SET made = atom.link
    }
    RETURN 'OK' AS outcome, m {.*, embedding: null, embeddingB: null, keys: null} AS record
  }
}
RETURN row.index AS index, outcome, m.version AS currentVersion, depth, taken.title AS title, record,
  CASE WHEN row.reader.all OR any(token IN row.reader.tokens WHERE token IN taken.readers) THEN taken.id END AS existingId,
  CASE WHEN outcome = 'OK' THEN [holder IN holders | holder {.id, .namespace, .readers}] ELSE [] END AS archived
