// One action, with the votes for it and what the caller is registered as; one that nobody decided in time reads as EXPIRED.
// Params: id, agentId, now. Columns: record, registered, agentType. Index: pending_action_id, agent_id.
MATCH (p:PendingAction {id: $id})
OPTIONAL MATCH (me:Agent {agentId: $agentId})
RETURN p {.*, status: CASE WHEN p.status = 'PENDING' AND p.expiresAt <= $now THEN 'EXPIRED' ELSE p.status END,
    approvals: [(a:Agent)-[v:VOTED {approve: true}]->(p) | {agentId: a.agentId, approvedAt: v.at}]} AS record,
  me IS NOT NULL AS registered, me.agentType AS agentType
