// Locks actions that are about to be approved, and says which of them still wait. Params: now, rows [{index, id}].
// Columns: index, waits. Index: pending_action_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (p:PendingAction {id: row.id})
  SET p.lock = true
  WITH p
  RETURN p.status = 'PENDING' AND p.expiresAt > $now AS waits
}
RETURN row.index AS index, waits
