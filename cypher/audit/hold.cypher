// Takes the lock that all who append to the audit chain hold until their commit, and tells where it ends, and under the same lock
// the version of the policies (ADR 0016). Columns: seq, hash, policyVersion. Index: outbox_counter_name, audit_head_name.
CYPHER 25
MATCH (c:OutboxCounter {name: 'outbox'})
SET c.lock = true
WITH c
MATCH (h:AuditHead {name: 'audit'})
RETURN h.seq AS seq, h.hash AS hash, c.policyVersion AS policyVersion
