// Decides actions that still wait, under their locks, and notes the vote of a decider that is registered. `token` names the
// decision, so that its repetition is known.
// Params: now, rows [{id, status, decidedBy, approve, token, reason | null, failureCode | null, failureMessage | null}].
// Columns: id, record. Index: pending_action_id, agent_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (p:PendingAction {id: row.id})
  SET p.lock = true
  WITH p, row
  WHERE p.status = 'PENDING' AND p.expiresAt > $now
  SET p.status = row.status, p.decidedBy = row.decidedBy, p.decidedAt = $now, p.decisionToken = row.token,
    p.reason = coalesce(row.reason, p.reason), p.failureCode = row.failureCode, p.failureMessage = row.failureMessage
  WITH p, row
  OPTIONAL MATCH (voter:Agent {agentId: row.decidedBy})
  FOREACH (one IN CASE WHEN voter IS NULL THEN [] ELSE [voter] END |
    MERGE (one)-[vote:VOTED]->(p)
    SET vote.approve = row.approve, vote.at = $now)
  RETURN p
}
RETURN p.id AS id, p {.*,
  approvals: [(a:Agent)-[v:VOTED {approve: true}]->(p) | {agentId: a.agentId, approvedAt: v.at}]} AS record
