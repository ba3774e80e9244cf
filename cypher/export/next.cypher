// One page of memories with those that come next in their episodes. Params: after, limit, namespace | null.
// Columns: id, next [id]. Index: memory_record_id.
MATCH (m:MemoryRecord)
WHERE m.id > $after
WITH m ORDER BY m.id LIMIT $limit
RETURN m.id AS id, [(m)-[:NEXT]->(n)
  WHERE $namespace IS NULL
    OR ((m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/')
      AND (n.namespace = $namespace OR n.namespace STARTS WITH $namespace + '/')) | n.id] AS next
ORDER BY id
