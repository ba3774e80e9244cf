// A page of runs of hooks, newest first; rows of one instant by id downwards. Params: at, before (id) (the last row of the page
// before), since, hookId | null, event | null, scope | null, decision | null, memoryId | null, namespace | null, agentId | null,
// limit. Columns: record. Index: hook_execution_record_at, in whose order it is read (see memory/archived).
CYPHER 25
MATCH (r:HookExecutionRecord)
WHERE r.at <= $at AND r.at >= $since AND r.id >= '' AND CASE WHEN r.at = $at THEN r.id < $before ELSE true END
  AND ($hookId IS NULL OR r.hookId = $hookId)
  AND ($event IS NULL OR r.event = $event)
  AND ($scope IS NULL OR r.scope = $scope)
  AND ($decision IS NULL OR r.decision = $decision)
  AND ($memoryId IS NULL OR r.memoryId = $memoryId)
  AND ($namespace IS NULL OR r.namespace = $namespace OR r.namespace STARTS WITH $namespace + '/')
  AND ($agentId IS NULL OR r.agentId = $agentId)
RETURN r {.*} AS record
ORDER BY r.at DESC, r.id DESC
LIMIT $limit
