// Writes confidences of memories that are still as they were read; what they were is kept as a version. Locked in
// the order of their ids, then looked at. Params: now, rows [{index, items (by id) [{id, baseVersion, changes}]}].
// Columns: index, outcome OK, records. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  UNWIND row.items AS item
  MATCH (found:MemoryRecord {id: item.id})
  SET found.lock = true
  WITH item, found
  MATCH (m:MemoryRecord {id: found.id})
  WHERE m:Memory AND m.liveUntil > $now AND m.version = item.baseVersion
  CREATE (was:MemoryVersion)-[:VERSION_OF]->(m)
  SET was = m {.version, .updatedAt, .title, .content, .tags, .priority, .confidence, .tier, .namespace, .scope, .metadataJson,
        .expiresAt, .sourceUri, .agentId, .changedBy, .editSource, .changedFields, .readers,
          .signature, .signedBy, .attestLevel, .memoryKind, .createdAt,
        memoryId: m.id},
      m += item.changes
  RETURN collect(m {.*, embedding: null, embeddingB: null, keys: null}) AS records
}
RETURN row.index AS index, 'OK' AS outcome, records
