// Memories whose time is over and that are not archived yet, longest ago first. Params: now, limit. Columns: id.
// Index: memory_live_until.
CYPHER 25
MATCH (m:Memory)
WHERE m.liveUntil <= $now
RETURN m.id AS id
ORDER BY m.liveUntil
LIMIT $limit
