// Changes memories that are still at the version the change was worked out from. Locked first, then looked at. What they
// were is kept as a version, readable by those who could read it then.
// Params: now, rows [{index, id, baseVersion, changes, retold, vector | null, titleKey | null, namespace | null, reader}].
// Columns: index, outcome OK | NOT_FOUND | VERSION_MOVED | CONFLICT, currentVersion, existingId, record,
//   archived (the expired holder of the title).
// Index: memory_record_id, memory_title, namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE m:Memory AND m.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN m.readers))
  OPTIONAL MATCH (holds:Memory {namespace: row.titleKey.namespace, title: row.titleKey.title, titleOwner: row.titleKey.titleOwner})
  WHERE holds <> m
  FOREACH (one IN CASE WHEN holds.liveUntil <= $now THEN [holds] ELSE [] END | SET one.lock = true)
  WITH m, holds
  OPTIONAL MATCH (holder:MemoryRecord {id: holds.id})
  WHERE holder:Memory
  RETURN m, holder, holder IS NOT NULL AND holder.liveUntil <= $now AS expired
}
CALL (row, m, holder, expired) {
  WHEN m IS NULL THEN { RETURN 'NOT_FOUND' AS outcome, null AS record }
  WHEN m.version <> row.baseVersion THEN { RETURN 'VERSION_MOVED' AS outcome, null AS record }
  WHEN holder IS NOT NULL AND NOT expired THEN { RETURN 'CONFLICT' AS outcome, null AS record }
  ELSE {
    FOREACH (old IN CASE WHEN expired THEN [holder] ELSE [] END |
      REMOVE old:Memory
      SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED', old.archivedBy = 'system')
    FOREACH (p IN CASE WHEN expired THEN [(holder)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:Passage SET p:ArchivedPassage)
    CREATE (was:MemoryVersion)-[:VERSION_OF]->(m)
    SET was = m {.version, .updatedAt, .title, .content, .tags, .priority, .confidence, .tier, .namespace, .scope, .metadataJson,
          .expiresAt, .sourceUri, .agentId, .changedBy, .editSource, .changedFields, .readers,
          .signature, .signedBy, .attestLevel, .memoryKind, .createdAt,
          memoryId: m.id},
        m += row.changes
    FOREACH (p IN [(m)<-[:PASSAGE_OF]-(part) | part] |
      SET p += m {.audience, .targetAgentId, .scope, .namespace, .tier, .memoryKind, .createdAt, .liveUntil})
    FOREACH (one IN CASE WHEN row.retold THEN [m] ELSE [] END | SET one.embedding = toFloatList(row.vector), one.embeddingB = null)
    WITH row, m
    CALL (row, m) {
      MATCH (n:Namespace {path: row.namespace})
      MATCH (m)-[filed:IN_NAMESPACE]->()
      DELETE filed
      CREATE (m)-[:IN_NAMESPACE]->(n)
    }
    RETURN 'OK' AS outcome, m {.*, embedding: null, embeddingB: null, keys: null} AS record
  }
}
RETURN row.index AS index, outcome, m.version AS currentVersion, record,
  CASE WHEN row.reader.all OR any(token IN row.reader.tokens WHERE token IN holder.readers) THEN holder.id END AS existingId,
  CASE WHEN expired AND outcome = 'OK' THEN holder {.id, .namespace, .readers} END AS archived
