// Takes the lock that all who append to the audit chain hold until their commit, and tells where it ends.
// Columns: seq, hash. Index: outbox_counter_name, audit_head_name.
CYPHER 25
MATCH (c:OutboxCounter {name: 'outbox'})
SET c.lock = true
WITH c
MATCH (h:AuditHead {name: 'audit'})
RETURN h.seq AS seq, h.hash AS hash
