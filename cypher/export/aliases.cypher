// One page of the names that entities go by, by key. Params: after, limit, namespace | null (of the entity).
// Columns: key, memoryId, wanted, properties, types [[name, type]]. Index: entity_alias_key.
MATCH (a:EntityAlias)
WHERE a.key > $after
WITH a ORDER BY a.key LIMIT $limit
OPTIONAL MATCH (a)-[:ALIAS_OF]->(m:MemoryRecord)
RETURN a.key AS key, m.id AS memoryId,
  m IS NOT NULL AND ($namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/') AS wanted,
  properties(a) AS properties, [name IN keys(a) WHERE NOT name IN ['lock', 'key'] | [name, valueType(a[name])]] AS types
ORDER BY key
