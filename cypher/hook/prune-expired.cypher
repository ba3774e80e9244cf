// Deletes records of runs whose time is over. Params: now, limit. Columns: count. Index: hook_execution_record_expires_at.
CYPHER 25
MATCH (r:HookExecutionRecord)
WHERE r.expiresAt <= $now
WITH r LIMIT $limit
DETACH DELETE r
RETURN count(*) AS count
