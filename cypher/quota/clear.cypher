// Forgets what agents use, so that it is counted anew. Params: limit. Columns: count. Index: quota_usage_pair.
CYPHER 25
MATCH (q:QuotaUsage) WHERE q.agentId >= '' AND q.namespace IS NOT NULL
WITH q LIMIT $limit
DELETE q
RETURN count(*) AS count
