// Pending and decided actions that the caller asked for or may decide on, newest first; one that nobody decided in time reads as EXPIRED.
// Params: status | null, namespace | null, everyone, agentId, now. Columns: record.
// Index: pending_action_requested_at, agent_id.
OPTIONAL MATCH (me:Agent {agentId: $agentId})
MATCH (p:PendingAction)
WHERE p.requestedAt IS NOT NULL
WITH me, p, CASE WHEN p.status = 'PENDING' AND p.expiresAt <= $now THEN 'EXPIRED' ELSE p.status END AS status
WHERE ($everyone OR p.requestedBy = $agentId OR p.approverAgentId = $agentId
    OR (p.approverKind = 'CONSENSUS' AND me IS NOT NULL)
    OR (coalesce(p.approverKind, 'HUMAN') = 'HUMAN' AND me.agentType = 'human'))
  AND ($status IS NULL OR status = $status)
  AND ($namespace IS NULL OR p.namespace = $namespace OR p.namespace STARTS WITH $namespace + '/')
WITH p, status ORDER BY p.requestedAt DESC LIMIT 100
RETURN p {.*, status: status,
  approvals: [(a:Agent)-[v:VOTED {approve: true}]->(p) | {agentId: a.agentId, approvedAt: v.at}]} AS record
ORDER BY p.requestedAt DESC
