// Brings memories back from the archive: the label moves back, so links, vector and passages come along. One whose time is over gets a
// fresh life; an expired holder of its title is archived, not in the way. What has expired and is not collected yet is brought
// back just the same. What it was is kept as a version. Locked first, then looked at.
// Params: now, rows [{index, id, by, editSource, reader, forever, life {SHORT | null, MID | null, LONG | null}}].
// Columns: index, outcome OK | NOT_FOUND | NOT_ARCHIVED | CONFLICT, record, existingId, archived.
// Index: memory_record_id, memory_title.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE (m:Memory OR m:ArchivedMemory) AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN m.readers))
  OPTIONAL MATCH (holds:Memory {namespace: m.namespace, title: m.title, titleOwner: m.titleOwner})
  WHERE holds <> m
  FOREACH (one IN CASE WHEN holds.liveUntil <= $now THEN [holds] ELSE [] END | SET one.lock = true)
  WITH m, holds
  OPTIONAL MATCH (holder:MemoryRecord {id: holds.id})
  WHERE holder:Memory
  RETURN m, holder, holder IS NOT NULL AND holder.liveUntil <= $now AS expired
}
CALL (row, m, holder, expired) {
  WHEN m IS NULL THEN { RETURN 'NOT_FOUND' AS outcome, null AS record }
  WHEN m:Memory AND m.liveUntil > $now THEN { RETURN 'NOT_ARCHIVED' AS outcome, null AS record }
  WHEN holder IS NOT NULL AND NOT expired THEN { RETURN 'CONFLICT' AS outcome, null AS record }
  ELSE {
    FOREACH (old IN CASE WHEN expired THEN [holder] ELSE [] END |
      REMOVE old:Memory
      SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED', old.archivedBy = 'system')
    FOREACH (p IN CASE WHEN expired THEN [(holder)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:Passage SET p:ArchivedPassage)
    WITH row, m, CASE WHEN m.liveUntil > $now THEN m.expiresAt ELSE row.life[m.tier] END AS expiresAt
    CREATE (was:MemoryVersion)-[:VERSION_OF]->(m)
    SET was = m {.version, .updatedAt, .title, .content, .tags, .priority, .confidence, .tier, .namespace, .scope, .metadataJson,
          .expiresAt, .sourceUri, .agentId, .changedBy, .editSource, .changedFields, .readers,
          .signature, .signedBy, .attestLevel, .memoryKind, .createdAt,
          memoryId: m.id}
    REMOVE m:ArchivedMemory
    SET m.changedBy = row.by, m.editSource = row.editSource,
      m.changedFields = CASE WHEN m.liveUntil > $now THEN [] ELSE ['expiresAt'] END,
      m.archivedAt = null, m.archiveReason = null, m.archivedBy = null,
      m.expiresAt = expiresAt, m.liveUntil = coalesce(expiresAt, row.forever), m.updatedAt = $now, m.version = m.version + 1
    SET m:Memory
    FOREACH (p IN CASE WHEN m.atomised IS NULL THEN [(m)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:ArchivedPassage SET p:Passage, p.liveUntil = m.liveUntil)
    RETURN 'OK' AS outcome, m {.*, embedding: null, embeddingB: null, keys: null} AS record
  }
}
RETURN row.index AS index, outcome, record,
  CASE WHEN outcome = 'CONFLICT' AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN holder.readers)) THEN holder.id END AS existingId,
  CASE WHEN outcome = 'OK' THEN holder {.id, .namespace, .readers} END AS archived
