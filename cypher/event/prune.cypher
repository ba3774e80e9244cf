// Deletes the oldest events. How far is noted in the same transaction, so that a reader who finds a gap can tell pruned
// events from ones that are about to appear. No row when the lease was lost. Params: owner, to (last place to go).
// Columns: position. Index: lease_name, outbox_event_seq.
CYPHER 25
MATCH (l:Lease {name: 'outbox-pruner'})
SET l.lock = true
WITH l
WHERE l.owner = $owner
WITH l, coalesce(l.position, 0) AS after
SET l.position = CASE WHEN after > $to THEN after ELSE $to END
WITH l, after
CALL (after) {
  MATCH (e:OutboxEvent)
  WHERE e.seq > after AND e.seq <= $to
  DELETE e
}
RETURN l.position AS position
