// Takes over earlier versions of memories that are there; one that is there stays as it is.
// Params: now, rows [{index, memoryId, version, properties}]. Columns: index, outcome OK | EXISTS | NOT_FOUND, missing.
// Index: memory_version_number, memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (there:MemoryVersion {memoryId: row.memoryId, version: row.version})
  OPTIONAL MATCH (m:MemoryRecord {id: row.memoryId})
  RETURN there, m
}
CALL (row, there, m) {
  WHEN there IS NOT NULL THEN { RETURN 'EXISTS' AS outcome }
  WHEN m IS NULL THEN { RETURN 'NOT_FOUND' AS outcome }
  ELSE {
    CREATE (v:MemoryVersion)-[:VERSION_OF]->(m)
    SET v = row.properties, v.memoryId = row.memoryId, v.version = row.version
    RETURN 'OK' AS outcome
  }
}
RETURN row.index AS index, outcome, CASE WHEN m IS NULL THEN row.memoryId END AS missing
