// One page of earlier versions, by memory and number. Params: after {memoryId, version}, limit, namespace | null (of the memory
// as it is now). Columns: memoryId, version, wanted, properties, types [[name, type]]. Index: memory_version_number.
CYPHER 25
CALL () {
  MATCH (v:MemoryVersion)
  WHERE v.memoryId = $after.memoryId AND v.version > $after.version
  RETURN v ORDER BY v.version LIMIT $limit
 UNION ALL
  MATCH (v:MemoryVersion)
  WHERE v.memoryId > $after.memoryId AND v.version IS NOT NULL
  RETURN v ORDER BY v.memoryId, v.version LIMIT $limit
}
WITH v ORDER BY v.memoryId, v.version LIMIT $limit
MATCH (v)-[:VERSION_OF]->(m:MemoryRecord)
RETURN v.memoryId AS memoryId, v.version AS version,
  $namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/' AS wanted,
  properties(v) AS properties, [name IN keys(v) WHERE NOT name IN ['lock', 'memoryId', 'version'] | [name, valueType(v[name])]] AS types
ORDER BY memoryId, version
