// Gives events their place in the one order of commits: the counter's lock is held until the commit, so there are no
// gaps and no overtaking (design §6). Bumped directly: through a WITH of the old value, increments would be lost.
// Under the same lock, tells the version of the policies before this transaction, and moves it (ADR 0016); and what the revisions of
// the events in the audit chain are made from: its head, and their memories as they are now (ADR 0017).
// Params: events [map], policyChanges (how many of the rows changed a policy; absent: none), subjects [id | null],
//   audited (names).
// Columns: seq, policyVersion, place, auditSeq, auditHash, subject, archived.
// Index: outbox_counter_name, audit_head_name, memory_record_id.
CYPHER 25
MATCH (c:OutboxCounter {name: 'outbox'})
SET c.seq = c.seq + size($events)
SET c.policyVersion = c.policyVersion + coalesce($policyChanges, 0)
WITH c.seq - size($events) AS base, c.policyVersion - coalesce($policyChanges, 0) AS policyVersion
UNWIND range(0, size($events) - 1) AS place
CREATE (e:OutboxEvent)
SET e = $events[place], e.seq = base + place + 1
WITH e, place, policyVersion
OPTIONAL MATCH (h:AuditHead {name: 'audit'})
OPTIONAL MATCH (m:MemoryRecord {id: $subjects[place]})
RETURN e.seq AS seq, policyVersion, place, h.seq AS auditSeq, h.hash AS auditHash, [name IN $audited | m[name]] AS subject,
  m:ArchivedMemory AS archived
