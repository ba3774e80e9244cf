// Events after a place, in the order of their commits. Params: after, limit.
// Columns: seq, type, namespace, at, actor, readers, otherReaders | null, memoryIds, payload. Index: outbox_event_seq.
MATCH (e:OutboxEvent)
WHERE e.seq > $after
RETURN e.seq AS seq, e.type AS type, e.namespace AS namespace, e.at AS at, e.actor AS actor, e.readers AS readers,
  e.otherReaders AS otherReaders, e.memoryIds AS memoryIds, e.payload AS payload
ORDER BY e.seq
LIMIT $limit
