// Gives events their place in the one order of commits: the counter's lock is held until the commit, so there are no
// gaps and no overtaking (design §6). Bumped directly: through a WITH of the old value, increments would be lost.
// Tells what their revisions in the audit chain are made from: its head, and their memories as they are now.
// Params: events [map], subjects [id | null], audited (names). Columns: seq, place, auditSeq, auditHash, subject, archived.
// Index: outbox_counter_name, audit_head_name, memory_record_id.
CYPHER 25
MATCH (c:OutboxCounter {name: 'outbox'})
SET c.seq = c.seq + size($events)
WITH c.seq - size($events) AS base
UNWIND range(0, size($events) - 1) AS place
CREATE (e:OutboxEvent)
SET e = $events[place], e.seq = base + place + 1
WITH e, place
OPTIONAL MATCH (h:AuditHead {name: 'audit'})
OPTIONAL MATCH (m:MemoryRecord {id: $subjects[place]})
RETURN e.seq AS seq, place, h.seq AS auditSeq, h.hash AS auditHash, [name IN $audited | m[name]] AS subject,
  m:ArchivedMemory AS archived
