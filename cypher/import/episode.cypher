// Takes over episodes and where each ends; one that is there goes on from where it is.
// Params: now, rows [{index, key, lastAt, lastId | null}]. Columns: index, outcome OK | EXISTS | NOT_FOUND, missing.
// Index: episode_key, memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (there:Episode {key: row.key})
  OPTIONAL MATCH (last:MemoryRecord {id: row.lastId})
  RETURN there, last
}
CALL (row, there, last) {
  WHEN there IS NOT NULL THEN { RETURN 'EXISTS' AS outcome }
  WHEN row.lastId IS NOT NULL AND last IS NULL THEN { RETURN 'NOT_FOUND' AS outcome }
  ELSE {
    CREATE (e:Episode {key: row.key, lastAt: row.lastAt})
    FOREACH (one IN CASE WHEN last IS NULL THEN [] ELSE [last] END | CREATE (e)-[:LAST]->(one))
    RETURN 'OK' AS outcome
  }
}
RETURN row.index AS index, outcome, CASE WHEN last IS NULL THEN row.lastId END AS missing
