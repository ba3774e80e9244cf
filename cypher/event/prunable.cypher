// How far the oldest events, in order, are older than the cutoff: the last place of that run within one batch, null for
// none. Params: after (last place pruned), upTo (last place that may go), cutoff, limit. Columns: to, count.
// Index: outbox_event_seq.
CYPHER 25
MATCH (e:OutboxEvent)
WHERE e.seq > $after AND e.seq <= $upTo
WITH e ORDER BY e.seq LIMIT $limit
WITH collect(e.seq) AS places, min(CASE WHEN e.at >= $cutoff THEN e.seq END) AS young
WITH [place IN places WHERE young IS NULL OR place < young] AS old
RETURN old[-1] AS to, size(old) AS count
