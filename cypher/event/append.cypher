// Gives events their place in the one order of commits: the counter's lock is held until the commit, so there are no
// gaps and no overtaking (design §6). Bumped directly: through a WITH of the old value, increments would be lost.
// Under the same lock, tells the version of the policies before this transaction, and moves it (ADR 0016).
// Params: events [map], policyChanges (how many of the rows changed a policy; absent: none).
// Columns: seq, policyVersion. Index: outbox_counter_name.
CYPHER 25
MATCH (c:OutboxCounter {name: 'outbox'})
SET c.seq = c.seq + size($events)
SET c.policyVersion = c.policyVersion + coalesce($policyChanges, 0)
WITH c.seq - size($events) AS base, c.policyVersion - coalesce($policyChanges, 0) AS policyVersion
UNWIND range(0, size($events) - 1) AS place
CREATE (e:OutboxEvent)
SET e = $events[place], e.seq = base + place + 1
RETURN e.seq AS seq, policyVersion
