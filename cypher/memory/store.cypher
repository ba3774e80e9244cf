// Stores new memories. An expired holder of the title is archived, not in the way (spec memory-system §3.2).
// Params: now, rows [{index, record, vector | null, onConflict, stems (of a numbered title, by its digits), follows | null,
//   reader {all, tokens}}].
// Columns: index, outcome OK | CONFLICT | NO_FREE_TITLE | FOLLOWS_MISSING, title, existingId, episode, episodeKey.
// Index: memory_title, memory_record_id, namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (holder:Memory {namespace: row.record.namespace, title: row.record.title, titleOwner: row.record.titleOwner})
  OPTIONAL MATCH (before:MemoryRecord {id: row.follows})
  WHERE before:Memory AND before.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN before.readers))
  RETURN holder, before, holder IS NOT NULL AND holder.liveUntil <= $now AS expired
}
CALL (row, holder, before, expired) {
  WHEN holder IS NOT NULL AND NOT expired AND row.onConflict <> 'VERSION' THEN {
    RETURN 'CONFLICT' AS outcome, null AS title,
      CASE WHEN row.reader.all OR any(token IN row.reader.tokens WHERE token IN holder.readers) THEN holder.id END AS existingId,
      null AS episode, null AS episodeKey
  }
  WHEN row.follows IS NOT NULL AND before IS NULL THEN {
    RETURN 'FOLLOWS_MISSING' AS outcome, null AS title, null AS existingId, null AS episode, null AS episodeKey
  }
  ELSE {
    FOREACH (old IN CASE WHEN expired THEN [holder] ELSE [] END |
      REMOVE old:Memory SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED')
    FOREACH (p IN CASE WHEN expired THEN [(holder)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:Passage SET p:ArchivedPassage)
    WITH row, before, row.record AS record, row.vector AS vector, CASE WHEN holder IS NULL OR expired THEN row.record.title
      ELSE head([numbered IN [n IN range(2, 1024) | row.stems[size(toString(n)) - 1] + ' (' + toString(n) + ')']
        WHERE NOT EXISTS {(:Memory {namespace: row.record.namespace, title: numbered, titleOwner: row.record.titleOwner})}])
      END AS title
    CALL (record, vector, before, title) {
      WHEN title IS NULL THEN {
        RETURN 'NO_FREE_TITLE' AS outcome, null AS episode, null AS episodeKey
      }
      ELSE {
        MATCH (n:Namespace {path: record.namespace})
        CREATE (m:MemoryRecord:Memory)-[:IN_NAMESPACE]->(n)
        // At once: the taken title must not stand there even for a moment.
        SET m = record {.*, title: title, embedding: toFloatList(vector),
          episode: coalesce(before.episode, record.episode),
          episodeKey: coalesce(before.episodeKey, record.episodeKey)}
        RETURN 'OK' AS outcome, m.episode AS episode, m.episodeKey AS episodeKey
      }
    }
    RETURN outcome, title, null AS existingId, episode, episodeKey
  }
}
RETURN row.index AS index, outcome, title, existingId, episode, episodeKey
