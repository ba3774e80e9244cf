// The newest live entity of a name that the reader may see: by a name it was registered with or, in one namespace, by its title.
// Params: folded, title, namespace | null, now, reader {all, tokens}. Columns: record, aliases.
// Index: entity_alias_folded, memory_title.
CYPHER 25
CALL () {
  MATCH (:EntityAlias {folded: $folded})-[:ALIAS_OF]->(m:Memory)
  RETURN m
 UNION
  MATCH (m:Memory {namespace: $namespace, title: $title})
  WHERE m.titleOwner IS NOT NULL
  RETURN m
}
WITH m
WHERE m.memoryKind = 'ENTITY' AND m.liveUntil > $now AND ($namespace IS NULL OR m.namespace = $namespace)
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
WITH m ORDER BY m.createdAt DESC, m.id LIMIT 1
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record,
  COLLECT { MATCH (a:EntityAlias)-[:ALIAS_OF]->(m) RETURN a.alias } AS aliases
