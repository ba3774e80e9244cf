// Locks actions that are about to be approved, and says which of them still wait and have enough votes with this one, and by which
// decision the others do not. Params: now, rows [{id, decidedBy}]. Columns: id, waits, token | null. Index: pending_action_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (p:PendingAction {id: row.id})
  SET p.lock = true
  WITH p, row
  RETURN p.status = 'PENDING' AND p.expiresAt > $now
    AND (coalesce(p.approverKind, 'HUMAN') <> 'CONSENSUS' OR p.approverCount <= 1 + COUNT {
      MATCH (a:Agent)-[:VOTED {approve: true}]->(p) WHERE a.agentId <> row.decidedBy }) AS waits,
    p.decisionToken AS token
}
RETURN row.id AS id, waits, token
