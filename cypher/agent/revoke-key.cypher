// Ends keys of agents from now on; one that has ended keeps its end. Params: now, rows [{index, agentId, keyId}].
// Columns: index, outcome OK | NOT_FOUND. Index: agent_id, agent_key_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (a:Agent {agentId: row.agentId})
  FOREACH (one IN CASE WHEN a IS NULL THEN [] ELSE [a] END | SET one.lock = true)
  WITH row, a
  OPTIONAL MATCH (a)-[:HAS_KEY]->(key:AgentKey {id: row.keyId})
  FOREACH (one IN CASE WHEN key IS NULL THEN [] ELSE [key] END | SET one.revokedAt = coalesce(one.revokedAt, $now))
  RETURN key
}
RETURN row.index AS index, CASE WHEN key IS NULL THEN 'NOT_FOUND' ELSE 'OK' END AS outcome
