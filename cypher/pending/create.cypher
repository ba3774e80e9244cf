// Queues an action. Params: record. Index: pending_action_id.
MERGE (p:PendingAction {id: $record.id})
ON CREATE SET p = $record
