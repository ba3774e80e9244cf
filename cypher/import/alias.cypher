// Takes over names of entities; one that another entity here has already stays with it.
// Params: now, rows [{index, key, memoryId, properties}]. Columns: index, outcome OK | EXISTS | NOT_FOUND | ALIAS_TAKEN, missing.
// Index: entity_alias_key, memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (there:EntityAlias {key: row.key})
  FOREACH (one IN CASE WHEN there IS NULL THEN [] ELSE [there] END | SET one.lock = true)
  WITH row, there
  OPTIONAL MATCH (m:MemoryRecord {id: row.memoryId})
  RETURN there, m, EXISTS { (there)-[:ALIAS_OF]->(m) } AS same
}
CALL (row, there, m, same) {
  WHEN m IS NULL THEN { RETURN 'NOT_FOUND' AS outcome }
  WHEN there IS NOT NULL THEN { RETURN CASE WHEN same THEN 'EXISTS' ELSE 'ALIAS_TAKEN' END AS outcome }
  ELSE {
    CREATE (a:EntityAlias)-[:ALIAS_OF]->(m)
    SET a = row.properties, a.key = row.key
    RETURN 'OK' AS outcome
  }
}
RETURN row.index AS index, outcome, CASE WHEN m IS NULL THEN row.memoryId END AS missing
