// Versions of live memories that the reader may see, newest first, each for those who could read it then; the newest of
// all is the memory itself. Params: ids, before (version, exclusive), first, now, reader {all, tokens}.
// Columns: current (record), versions. Index: memory_record_id, memory_version_number.
CYPHER 25
UNWIND $ids AS id
MATCH (m:MemoryRecord {id: id})
WHERE m:Memory AND m.liveUntil > $now
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
CALL (m) {
  MATCH (v:MemoryVersion {lineage: coalesce(m.lineage, m.id)})
  WHERE v.version < $before AND ($reader.all OR any(token IN $reader.tokens WHERE token IN v.readers))
  WITH v ORDER BY v.version DESC LIMIT $first
  RETURN collect(v {.*, readers: null}) AS versions
}
RETURN id, m {.version, .updatedAt, .title, .content, .tags, .priority, .confidence, .tier, .namespace, .scope, .metadataJson,
  .expiresAt, .sourceUri, .agentId, .changedBy, .editSource, .changedFields, memoryId: m.id} AS current, versions
