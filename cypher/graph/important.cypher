// The most important memories of a namespace and what lies below it: by priority, then by number of links.
// Params: namespace, now, limit, pool, reader {all, tokens}. Columns: record. Index: namespace_path.
CYPHER 25
MATCH (n:Namespace)
WHERE n.path = $namespace OR n.path STARTS WITH $namespace + '/'
MATCH (n)<-[:IN_NAMESPACE]-(m:Memory)
WHERE m.liveUntil > $now AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
WITH m ORDER BY m.priority DESC, m.updatedAt DESC LIMIT $pool
WITH m, COUNT { (m)-[:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-() } AS links
ORDER BY m.priority DESC, links DESC, m.updatedAt DESC, m.id LIMIT $limit
RETURN m {.*, embedding: null, keys: null} AS record
