// What still tells of memories: events, kept answers and queued actions about them. Params: ids. Columns: kind EVENT | ANSWER |
// ACTION, key, text (JSON). Index: outbox_event_subject_id, idempotency_record_subject_id, pending_action_memory_id.
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  MATCH (e:OutboxEvent {subjectId: id})
  RETURN 'EVENT' AS kind, elementId(e) AS key, e.payload AS text
  UNION ALL
  MATCH (r:IdempotencyRecord {subjectId: id})
  WHERE r.result IS NOT NULL
  RETURN 'ANSWER' AS kind, elementId(r) AS key, r.result AS text
  UNION ALL
  MATCH (p:PendingAction {memoryId: id})
  RETURN 'ACTION' AS kind, elementId(p) AS key, p.payloadJson AS text
}
RETURN kind, key, text
