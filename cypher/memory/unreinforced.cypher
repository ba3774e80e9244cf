// Live memories of a namespace that nothing has changed or recalled since a moment, and of whose certainty something is
// left. Params: namespace, before, now, limit. Columns: record. Index: namespace_path.
CYPHER 25
MATCH (n:Namespace {path: $namespace})<-[:IN_NAMESPACE]-(m:Memory)
WHERE m.liveUntil > $now AND m.confidence > 0 AND m.updatedAt < $before
  AND (m.lastAccessedAt IS NULL OR m.lastAccessedAt < $before)
WITH m LIMIT $limit
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
