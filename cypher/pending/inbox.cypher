// Actions that wait for the caller's decision, oldest first: it did not ask for them, and has not voted for them yet.
// Params: agentId, oversees, after {at, id}, limit, now. Columns: record, at (all its digits). Index: pending_action_waiting, agent_id.
CYPHER 25
OPTIONAL MATCH (me:Agent {agentId: $agentId})
MATCH (p:PendingAction)
WHERE p.status = 'PENDING' AND p.requestedAt >= localdatetime($after.at)
  AND (p.requestedAt > localdatetime($after.at) OR p.id > $after.id)
  AND p.expiresAt > $now AND toLower(p.requestedBy) <> toLower($agentId)
  AND CASE coalesce(p.approverKind, 'HUMAN')
    WHEN 'HUMAN' THEN $oversees OR coalesce(me.agentType = 'human', false)
    WHEN 'AGENT' THEN p.approverAgentId = $agentId
    ELSE me IS NOT NULL
      AND NOT EXISTS { MATCH (a:Agent)-[:VOTED {approve: true}]->(p) WHERE toLower(a.agentId) = toLower($agentId) }
  END
WITH p ORDER BY p.requestedAt, p.id LIMIT $limit
RETURN p {.*,
  approvals: [(a:Agent)-[v:VOTED {approve: true}]->(p) | {agentId: a.agentId, approvedAt: v.at}]} AS record,
  toString(p.requestedAt) AS at
ORDER BY p.requestedAt, p.id
