// What an agent was charged for in a namespace; no row before its first charge. Params: agentId, namespace, day.
// Columns: memories, links, bytes, createdAt, updatedAt. Index: quota_usage_pair.
MATCH (q:QuotaUsage {agentId: $agentId, namespace: $namespace})
RETURN CASE WHEN q.day = $day THEN q.memories ELSE 0 END AS memories, CASE WHEN q.day = $day THEN q.links ELSE 0 END AS links,
  q.bytes AS bytes, q.createdAt AS createdAt, q.updatedAt AS updatedAt
