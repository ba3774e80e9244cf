// Versions of live memories that the reader may see, newest first, each for those who could read it then. The newest is the
// memory itself; a memory that took another's place by an edit goes on with that one's versions up to the edit.
// Params: ids, before (version, exclusive), first, now, reader {all, tokens}.
// Columns: id, versions. Index: memory_record_id, memory_version_number.
CYPHER 25
UNWIND $ids AS id
MATCH (m:MemoryRecord {id: id})
WHERE m:Memory AND m.liveUntil > $now
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
CALL (m) {
  MATCH (m) (()-[edit:SUPERSEDES WHERE edit.editedVersion IS NOT NULL]->()){0,} (row:MemoryRecord)
  WITH row, coalesce(last(edit).editedVersion, m.version) AS upTo
  CALL (row, upTo) {
    WITH row, upTo
    WHERE row.version <= upTo AND row.version < $before
      AND ($reader.all OR any(token IN $reader.tokens WHERE token IN row.readers))
    RETURN row AS state, row.id AS memoryId
    UNION
    MATCH (v:MemoryVersion {memoryId: row.id})
    WHERE v.version < $before AND v.version <= upTo
      AND ($reader.all OR any(token IN $reader.tokens WHERE token IN v.readers))
    WITH v ORDER BY v.version DESC LIMIT $first
    RETURN v AS state, v.memoryId AS memoryId
  }
  WITH state, memoryId ORDER BY state.version DESC LIMIT $first
  RETURN collect(state {.version, .updatedAt, .title, .content, .tags, .priority, .confidence, .tier, .namespace, .scope,
    .metadataJson, .expiresAt, .sourceUri, .agentId, .changedBy, .editSource, .changedFields, .signature, .signedBy, .attestLevel,
    memoryId: memoryId}) AS versions
}
RETURN id, versions
