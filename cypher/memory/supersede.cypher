// Puts new memories in the place of old ones that are as they were read: the old row is archived and keeps its links, so it
// is its own last version; the link tells which. The new one takes over its vector unless the text differs.
// Params: now, rows [{index, id, baseVersion, by, record, retold, vector | null, link, reader}].
// Columns: index, outcome OK | NOT_FOUND | VERSION_MOVED | CONFLICT, existingId, embeddingStatus, archived (the expired holder).
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
  OPTIONAL MATCH (holds:Memory {namespace: row.record.namespace, title: row.record.title, titleOwner: row.record.titleOwner})
  WHERE holds <> m
  FOREACH (one IN CASE WHEN holds.liveUntil <= $now THEN [holds] ELSE [] END | SET one.lock = true)
  WITH m, holds
  OPTIONAL MATCH (holder:MemoryRecord {id: holds.id})
  WHERE holder:Memory
  RETURN m, holder, holder IS NOT NULL AND holder.liveUntil <= $now AS expired
}
CALL (row, m, holder, expired) {
  WHEN m IS NULL THEN { RETURN 'NOT_FOUND' AS outcome, null AS embeddingStatus }
  WHEN m.version <> row.baseVersion THEN { RETURN 'VERSION_MOVED' AS outcome, null AS embeddingStatus }
  WHEN holder IS NOT NULL AND NOT expired THEN { RETURN 'CONFLICT' AS outcome, null AS embeddingStatus }
  ELSE {
    FOREACH (old IN CASE WHEN expired THEN [holder] ELSE [] END |
      REMOVE old:Memory
      SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED', old.archivedBy = 'system')
    FOREACH (p IN CASE WHEN expired THEN [(holder)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:Passage SET p:ArchivedPassage)
    REMOVE m:Memory
    SET m:ArchivedMemory, m.archivedAt = $now, m.archiveReason = 'SUPERSEDED', m.archivedBy = row.by
    WITH row, m, row.record AS record
    MATCH (n:Namespace {path: record.namespace})
    CREATE (made:MemoryRecord:Memory)-[:IN_NAMESPACE]->(n)
    SET made = CASE WHEN row.retold THEN record {.*, embedding: toFloatList(row.vector)} ELSE record {.*,
          embedding: m.embedding, embeddingModel: m.embeddingModel, embeddingStatus: m.embeddingStatus,
          awaitsEmbedding: m.awaitsEmbedding,
          embeddingB: m.embeddingB, embeddingModelB: m.embeddingModelB, awaitsEmbeddingB: m.awaitsEmbeddingB} END,
        made.episodeKey = m.episodeKey
    FOREACH (p IN CASE WHEN row.retold THEN [] ELSE [(m)<-[:PASSAGE_OF]-(part) | part] END |
      CREATE (copy:Passage)-[:PASSAGE_OF]->(made)
      SET copy = p, copy += made {.audience, .targetAgentId, .scope, .namespace, .tier, .memoryKind, .createdAt, .liveUntil,
        id: made.id + ':' + toString(p.start)})
    FOREACH (p IN [(m)<-[:PASSAGE_OF]-(part) | part] | REMOVE p:Passage SET p:ArchivedPassage)
    CREATE (made)-[supersedes:SUPERSEDES]->(m)
    SET supersedes = row.link, supersedes.editedVersion = m.version
    RETURN 'OK' AS outcome, made.embeddingStatus AS embeddingStatus
  }
}
RETURN row.index AS index, outcome, embeddingStatus,
  CASE WHEN row.reader.all OR any(token IN row.reader.tokens WHERE token IN holder.readers) THEN holder.id END AS existingId,
  CASE WHEN expired AND outcome = 'OK' THEN holder {.id, .namespace, .readers} END AS archived
