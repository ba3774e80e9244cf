// Stores new memories. An expired holder of the title is archived, not in the way (spec memory-system §3.2).
// Params: now, rows [{index, record, vector | null, onConflict, stems (of a numbered title, by its digits), prefix (of
//   numbered titles), follows | null, reader {all, tokens}}].
// Columns: index, outcome OK | CONFLICT | NO_FREE_TITLE | FOLLOWS_MISSING, title, existingId, episode, episodeKey,
//   archived (the expired holder).
// Index: memory_title, memory_record_id, namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (holds:Memory {namespace: row.record.namespace, title: row.record.title, titleOwner: row.record.titleOwner})
  FOREACH (one IN CASE WHEN holds.liveUntil <= $now THEN [holds] ELSE [] END | SET one.lock = true)
  WITH row, holds
  OPTIONAL MATCH (holder:MemoryRecord {id: holds.id})
  WHERE holder:Memory
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
      REMOVE old:Memory
      SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED', old.archivedBy = 'system')
    FOREACH (p IN CASE WHEN expired THEN [(holder)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:Passage SET p:ArchivedPassage)
    WITH row, before, row.record AS record, row.vector AS vector,
      CASE WHEN holder IS NULL OR expired THEN row.record.title END AS plain,
      CASE WHEN holder IS NOT NULL AND NOT expired THEN row.prefix END AS prefix
    // One look at the titles that begin alike; of n taken numbers, one of the first n + 1 is free.
    WITH row, before, record, vector, plain, COLLECT {
      MATCH (other:Memory) USING INDEX other:Memory(namespace, title, titleOwner)
      WHERE other.namespace = row.record.namespace AND other.title STARTS WITH prefix AND other.titleOwner = row.record.titleOwner
      RETURN other.title
    } AS taken
    WITH row, before, record, vector, coalesce(plain, head([
      n IN range(2, CASE WHEN size(taken) < 1022 THEN size(taken) + 2 ELSE 1024 END)
      WHERE NOT row.stems[size(toString(n)) - 1] + ' (' + toString(n) + ')' IN taken
      | row.stems[size(toString(n)) - 1] + ' (' + toString(n) + ')'])) AS title
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
RETURN row.index AS index, outcome, title, existingId, episode, episodeKey,
  CASE WHEN expired AND outcome = 'OK' THEN holder {.id, .namespace, .readers} END AS archived
