// Pending and decided actions, newest first; one that nobody decided in time reads as EXPIRED.
// Params: status | null, namespace | null, everyone, agentId, now. Columns: record. Index: pending_action_requested_at.
MATCH (p:PendingAction)
WHERE p.requestedAt IS NOT NULL
WITH p, CASE WHEN p.status = 'PENDING' AND p.expiresAt <= $now THEN 'EXPIRED' ELSE p.status END AS status
WHERE ($everyone OR p.requestedBy = $agentId)
  AND ($status IS NULL OR status = $status)
  AND ($namespace IS NULL OR p.namespace = $namespace OR p.namespace STARTS WITH $namespace + '/')
RETURN p {.*, status: status} AS record
ORDER BY p.requestedAt DESC LIMIT 100
