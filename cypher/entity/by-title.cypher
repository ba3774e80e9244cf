// The live holder of a title, with its names when it is an entity. Params: namespace, title, titleOwner, now.
// Columns: record, names [{key, alias}]. Index: memory_title.
CYPHER 25
MATCH (m:Memory {namespace: $namespace, title: $title, titleOwner: $titleOwner})
WHERE m.liveUntil > $now
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record,
  COLLECT { MATCH (a:EntityAlias)-[:ALIAS_OF]->(m) RETURN {key: a.key, alias: a.alias} } AS names
