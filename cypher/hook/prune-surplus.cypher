// Deletes the oldest records of routine runs. Params: limit. Columns: count. Index: hook_execution_record_decisive_at.
CYPHER 25
MATCH (r:HookExecutionRecord)
WHERE r.decisive = false AND r.at IS NOT NULL
WITH r ORDER BY r.decisive, r.at
LIMIT $limit
DETACH DELETE r
RETURN count(*) AS count
