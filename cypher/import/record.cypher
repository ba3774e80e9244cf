// Takes over nodes that stand by themselves: queued actions, purges, counters of personas. One that is there stays as it is; a
// counter never falls. Params: now, rows [{index, label, key, properties}]. Columns: index, outcome OK | EXISTS.
// Index: pending_action_id, purge_id, persona_counter_key.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (action:PendingAction {id: CASE row.label WHEN 'PendingAction' THEN row.key END})
  OPTIONAL MATCH (purge:Purge {id: CASE row.label WHEN 'Purge' THEN row.key END})
  OPTIONAL MATCH (counter:PersonaCounter {key: CASE row.label WHEN 'PersonaCounter' THEN row.key END})
  FOREACH (one IN CASE WHEN counter IS NULL THEN [] ELSE [counter] END | SET one.lock = true)
  FOREACH (one IN CASE WHEN counter.version < row.properties.version THEN [counter] ELSE [] END |
    SET one.version = row.properties.version)
  RETURN coalesce(action, purge, counter) AS there
}
CALL (row, there) {
  WHEN there IS NOT NULL THEN { RETURN 'EXISTS' AS outcome }
  WHEN row.label = 'PendingAction' THEN { CREATE (n:PendingAction) SET n = row.properties RETURN 'OK' AS outcome }
  WHEN row.label = 'Purge' THEN { CREATE (n:Purge) SET n = row.properties RETURN 'OK' AS outcome }
  ELSE { CREATE (n:PersonaCounter) SET n = row.properties RETURN 'OK' AS outcome }
}
RETURN row.index AS index, outcome
