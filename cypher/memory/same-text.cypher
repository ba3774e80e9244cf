// The oldest live memory that the reader may see with this very title and content.
// Params: namespaces, prefixes (of namespaces), title, content, now, reader {all, tokens}. Columns: record.
// Index: memory_title, namespace_path.
CYPHER 25
CALL () {
  UNWIND $namespaces AS path
  RETURN path
 UNION ALL
  UNWIND $prefixes AS prefix
  MATCH (n:Namespace)
  WHERE n.path STARTS WITH prefix
  RETURN n.path AS path
}
CALL (path) {
  MATCH (m:Memory) USING INDEX m:Memory(namespace, title, titleOwner)
  WHERE m.namespace = path AND m.title = $title AND m.titleOwner IS NOT NULL AND m.content = $content AND m.liveUntil > $now
    AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
  RETURN m
}
WITH m ORDER BY m.createdAt, m.id LIMIT 1
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
