// One page of queued actions, decided or not. Params: after, limit, namespace | null. Columns: id, wanted, properties,
// types [[name, type]]. Index: pending_action_id.
MATCH (p:PendingAction)
WHERE p.id > $after
WITH p ORDER BY p.id LIMIT $limit
RETURN p.id AS id, $namespace IS NULL OR p.namespace = $namespace OR p.namespace STARTS WITH $namespace + '/' AS wanted,
  properties(p) AS properties, [name IN keys(p) | [name, valueType(p[name])]] AS types
ORDER BY id
