// Ends actions that nobody decided in time. Locked first, then looked at: one that is being decided stays.
// Params: now, limit. Columns: record. Index: pending_action_lapsing, pending_action_id.
CYPHER 25
MATCH (found:PendingAction)
WHERE found.status = 'PENDING' AND found.expiresAt <= $now
WITH found ORDER BY found.expiresAt LIMIT $limit
SET found.lock = true
WITH found
MATCH (p:PendingAction {id: found.id})
WHERE p.status = 'PENDING' AND p.expiresAt <= $now
SET p.status = 'EXPIRED'
RETURN p {.*,
  approvals: [(a:Agent)-[v:VOTED {approve: true}]->(p) | {agentId: a.agentId, approvedAt: v.at}]} AS record
