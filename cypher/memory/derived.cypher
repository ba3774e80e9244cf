// Live memories of a namespace whose confidence was derived or calibrated, by id. Params: namespace, after (id), now, limit.
// Columns: record. Index: namespace_path.
CYPHER 25
MATCH (n:Namespace {path: $namespace})<-[:IN_NAMESPACE]-(m:Memory)
WHERE m.liveUntil > $now AND m.confidenceSource IN ['AUTO_DERIVED', 'CALIBRATED'] AND m.id > $after
WITH m ORDER BY m.id LIMIT $limit
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
