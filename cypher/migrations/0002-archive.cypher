// What the archive is listed and purged by. Events and answers that are there already learn whom they are about: the first
// memory they name. Statements are divided by semicolons.
CREATE CONSTRAINT purge_id IF NOT EXISTS FOR (p:Purge) REQUIRE p.id IS UNIQUE;
CREATE INDEX purge_at IF NOT EXISTS FOR (p:Purge) ON (p.at);
CREATE INDEX archived_memory_archived_at IF NOT EXISTS FOR (m:ArchivedMemory) ON (m.archivedAt, m.id);
CREATE INDEX outbox_event_subject_id IF NOT EXISTS FOR (e:OutboxEvent) ON (e.subjectId);
CREATE INDEX idempotency_record_subject_id IF NOT EXISTS FOR (r:IdempotencyRecord) ON (r.subjectId);
CREATE INDEX pending_action_memory_id IF NOT EXISTS FOR (p:PendingAction) ON (p.memoryId);
MATCH (e:OutboxEvent) WHERE e.subjectId IS NULL AND size(e.memoryIds) > 0
CALL (e) { SET e.subjectId = e.memoryIds[0] } IN TRANSACTIONS OF 10000 ROWS;
MATCH (r:IdempotencyRecord) WHERE r.subjectId IS NULL AND r.result CONTAINS '"memory":{"id":"'
CALL (r) { SET r.subjectId = split(split(r.result, '"memory":{"id":"')[1], '"')[0] } IN TRANSACTIONS OF 10000 ROWS;
MATCH (m:ArchivedMemory) WHERE m.archivedBy IS NULL
CALL (m) { SET m.archivedBy = 'system' } IN TRANSACTIONS OF 10000 ROWS;
