// How many memories a list has. Params as of memory/list-by-priority, without after and limit. Columns: count.
// Index: namespace_path.
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
  MATCH (:Namespace {path: path})<-[:IN_NAMESPACE]-(m:Memory)
  WHERE m.liveUntil > $now AND m.priority >= $minPriority AND m.createdAt >= $since AND m.createdAt < $until
    AND m.tier IN $tiers AND m.memoryKind IN $kinds AND all(tag IN $tags WHERE tag IN m.tags)
    AND ($agentId IS NULL OR m.agentId = $agentId)
    AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
  RETURN count(m) AS here
}
RETURN sum(here) AS count
