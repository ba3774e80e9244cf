// One action; one that nobody decided in time reads as EXPIRED. Params: id, now. Columns: record.
// Index: pending_action_id.
MATCH (p:PendingAction {id: $id})
RETURN p {.*, status: CASE WHEN p.status = 'PENDING' AND p.expiresAt <= $now THEN 'EXPIRED' ELSE p.status END} AS record
