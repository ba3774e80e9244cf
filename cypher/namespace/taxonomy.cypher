// How many live memories that the reader may see each namespace has, those without left out.
// Params: namespace | null, now, reader {all, tokens}. Columns: path, count. Index: namespace_path.
CYPHER 25
MATCH (n:Namespace)
WHERE n.path >= '' AND ($namespace IS NULL OR n.path = $namespace OR n.path STARTS WITH $namespace + '/')
CALL (n) {
  MATCH (n)<-[:IN_NAMESPACE]-(m:Memory)
  WHERE m.liveUntil > $now AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
  RETURN count(m) AS count
}
WITH n, count
WHERE count > 0
RETURN n.path AS path, count
