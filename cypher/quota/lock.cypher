// Locks what agents use of their quotas, in the order of the rows, then looks at it: a new day begins at none.
// Params: day, pairs [{agentId, namespace}]. Columns: agentId, namespace, countId | null (not counted yet), memories, links, bytes.
// Index: quota_usage_pair.
CYPHER 25
UNWIND $pairs AS row
CALL (row) {
  OPTIONAL MATCH (found:QuotaUsage {agentId: row.agentId, namespace: row.namespace})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row
  OPTIONAL MATCH (q:QuotaUsage {agentId: row.agentId, namespace: row.namespace})
  RETURN q
}
RETURN row.agentId AS agentId, row.namespace AS namespace, q.countId AS countId,
  CASE WHEN q.day = $day THEN q.memories ELSE 0 END AS memories, CASE WHEN q.day = $day THEN q.links ELSE 0 END AS links,
  q.bytes AS bytes
