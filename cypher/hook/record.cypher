// Keeps the records of runs of hooks, each with its definition and its memory. A record that is there already, after a
// commit of unknown fate, stays as it is. Definitions are written when they are new or have changed.
// Params: rows [{id, hookId, memoryId | null, overridden, definition, record}]. Columns: id.
// Index: hook_execution_record_id, hook_definition_id, memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MERGE (d:HookDefinition {id: row.hookId})
  ON CREATE SET d += row.definition
  FOREACH (changed IN CASE WHEN d.command = row.definition.command AND d.event = row.definition.event THEN [] ELSE [d] END |
    SET changed += row.definition)
  MERGE (r:HookExecutionRecord {id: row.id})
  ON CREATE SET r += row.record
  MERGE (r)-[executed:EXECUTED]->(d)
  SET executed.overridden = row.overridden
  WITH r, row
  OPTIONAL MATCH (m:MemoryRecord {id: row.memoryId})
  FOREACH (memory IN CASE WHEN m IS NULL THEN [] ELSE [m] END |
    MERGE (r)-[:TRIGGERED_BY]->(memory)
    SET r.memoryId = row.memoryId)
  RETURN r.id AS id
}
RETURN id
