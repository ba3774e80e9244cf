// Takes over which memory comes next in an episode. Params: now, rows [{index, fromId, toId}].
// Columns: index, outcome OK | EXISTS | NOT_FOUND, missing. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (before:MemoryRecord {id: row.fromId})
  FOREACH (one IN CASE WHEN before IS NULL THEN [] ELSE [before] END | SET one.lock = true)
  WITH row, before
  OPTIONAL MATCH (after:MemoryRecord {id: row.toId})
  OPTIONAL MATCH (before)-[existing:NEXT]->(after)
  CALL (row, before, after, existing) {
    WHEN before IS NULL OR after IS NULL THEN { RETURN 'NOT_FOUND' AS outcome }
    WHEN existing IS NOT NULL THEN { RETURN 'EXISTS' AS outcome }
    ELSE { CREATE (before)-[:NEXT]->(after) RETURN 'OK' AS outcome }
  }
  RETURN outcome, before, after
}
RETURN row.index AS index, outcome,
  CASE WHEN before IS NULL THEN row.fromId WHEN after IS NULL THEN row.toId END AS missing
