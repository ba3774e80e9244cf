// The place of the newest event, and of the newest that was pruned (0 for none). Columns: newest, pruned.
// Index: outbox_counter_name, lease_name.
MATCH (c:OutboxCounter {name: 'outbox'})
OPTIONAL MATCH (p:Lease {name: 'outbox-pruner'})
RETURN c.seq AS newest, coalesce(p.position, 0) AS pruned
