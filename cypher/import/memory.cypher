// Takes over memories as they stood elsewhere, under their own ids. One whose id is there is left as it is; a title that is
// taken gets a number, so that nothing is lost; an expired holder of the title is archived, as in a store.
// Params: now, rows [{index, record, vector | null, archived, stems (of a numbered title, by its digits)}].
// Columns: index, outcome OK | EXISTS | NO_FREE_TITLE, title, same (whether the one that is there has this text),
//   archived (the expired holder).
// Index: memory_record_id, memory_title, namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (there:MemoryRecord {id: row.record.id})
  OPTIONAL MATCH (holds:Memory {namespace: row.record.namespace, title: row.record.title, titleOwner: row.record.titleOwner})
  WHERE there IS NULL AND NOT row.archived
  FOREACH (one IN CASE WHEN holds.liveUntil <= $now THEN [holds] ELSE [] END | SET one.lock = true)
  WITH row, there, holds
  OPTIONAL MATCH (holder:MemoryRecord {id: holds.id})
  WHERE holder:Memory
  RETURN there, holder, holder IS NOT NULL AND holder.liveUntil <= $now AS expired
}
CALL (row, there, holder, expired) {
  WHEN there IS NOT NULL THEN {
    RETURN 'EXISTS' AS outcome, there.title AS title,
      there.content = row.record.content AND there.namespace = row.record.namespace AS same
  }
  WHEN row.archived THEN {
    MATCH (n:Namespace {path: row.record.namespace})
    CREATE (m:MemoryRecord:ArchivedMemory)-[:IN_NAMESPACE]->(n)
    SET m = row.record, m.embedding = toFloatList(row.vector)
    RETURN 'OK' AS outcome, m.title AS title, true AS same
  }
  ELSE {
    FOREACH (old IN CASE WHEN expired THEN [holder] ELSE [] END |
      REMOVE old:Memory
      SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED', old.archivedBy = 'system')
    FOREACH (p IN CASE WHEN expired THEN [(holder)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:Passage SET p:ArchivedPassage)
    WITH row.record AS record, row.vector AS vector, CASE WHEN holder IS NULL OR expired THEN row.record.title
      ELSE head([numbered IN [n IN range(2, 1024) | row.stems[size(toString(n)) - 1] + ' (' + toString(n) + ')']
        WHERE NOT EXISTS {(:Memory {namespace: row.record.namespace, title: numbered, titleOwner: row.record.titleOwner})}])
      END AS title
    CALL (record, vector, title) {
      WHEN title IS NULL THEN { RETURN 'NO_FREE_TITLE' AS outcome }
      ELSE {
        MATCH (n:Namespace {path: record.namespace})
        CREATE (m:MemoryRecord:Memory)-[:IN_NAMESPACE]->(n)
        // At once: the taken title must not stand there even for a moment.
        // A number at the title is not what was signed.
        SET m = record {.*, title: title, embedding: toFloatList(vector)},
          m += CASE WHEN title = record.title THEN {} ELSE {signature: null, signedBy: null, attestLevel: null} END
        RETURN 'OK' AS outcome
      }
    }
    RETURN outcome, title, true AS same
  }
}
RETURN row.index AS index, outcome, title, same,
  CASE WHEN expired AND outcome = 'OK' THEN holder {.id, .namespace, .readers} END AS archived
