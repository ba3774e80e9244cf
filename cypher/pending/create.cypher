// Queues an action. Params: record. Columns: isNew, false when an earlier attempt did. Index: pending_action_id.
OPTIONAL MATCH (there:PendingAction {id: $record.id})
WITH there IS NULL AS isNew
MERGE (p:PendingAction {id: $record.id})
ON CREATE SET p = $record
RETURN isNew
