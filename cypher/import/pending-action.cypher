// Takes over queued actions; one that is there stays as it is. Params: now, rows [{index, id, properties}].
// Columns: index, outcome OK | EXISTS. Index: pending_action_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (there:PendingAction {id: row.id})
  RETURN there
}
CALL (row, there) {
  WHEN there IS NOT NULL THEN { RETURN 'EXISTS' AS outcome }
  ELSE { CREATE (p:PendingAction) SET p = row.properties RETURN 'OK' AS outcome }
}
RETURN row.index AS index, outcome
