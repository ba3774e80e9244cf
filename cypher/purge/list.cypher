// Purges, newest first. Params: now, limit. Columns: record. Index: purge_at.
CYPHER 25
MATCH (p:Purge)
WHERE p.at <= $now
RETURN p {.*} AS record
ORDER BY p.at DESC
LIMIT $limit
