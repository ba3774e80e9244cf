// An action that somebody approved, and that needs an approval of others too: it waits on, for them; votes of before are void.
// Params: id, now, changes (properties; null takes one away). Columns: record; no row when it does not wait any more.
// Index: pending_action_id.
MATCH (p:PendingAction {id: $id})
SET p.lock = true
WITH p
WHERE p.status = 'PENDING' AND p.expiresAt > $now
SET p += $changes
WITH p
OPTIONAL MATCH (:Agent)-[vote:VOTED]->(p)
DELETE vote
RETURN DISTINCT p {.*, approvals: []} AS record
