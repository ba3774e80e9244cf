// Gives events their place in the one order of commits: the counter's lock is held until the commit, so there are no
// gaps and no overtaking (design §6). Bumped directly: through a WITH of the old value, increments would be lost.
// Params: events [map]. Columns: seq. Index: outbox_counter_name.
CYPHER 25
MATCH (c:OutboxCounter {name: 'outbox'})
SET c.seq = c.seq + size($events)
WITH c.seq - size($events) AS base
UNWIND range(0, size($events) - 1) AS place
CREATE (e:OutboxEvent)
SET e = $events[place], e.seq = base + place + 1
RETURN e.seq AS seq
