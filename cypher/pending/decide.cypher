// Decides actions that still wait, under their locks. `token` names the decision, so that its repetition is known.
// Params: now, rows [{id, status, decidedBy, token, reason | null}]. Columns: id. Index: pending_action_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (p:PendingAction {id: row.id})
  SET p.lock = true
  WITH p
  WHERE p.status = 'PENDING' AND p.expiresAt > $now
  SET p.status = row.status, p.decidedBy = row.decidedBy, p.decidedAt = $now, p.decisionToken = row.token,
    p.reason = coalesce(row.reason, p.reason)
  RETURN p.id AS id
}
RETURN id
