// One page of the namespace tree, in the order of the paths. Params: after, limit, namespace | null, wired (names of properties
// that travel under names of their own). Columns: path, wanted, properties, types [[name, type]]. Index: namespace_path.
MATCH (n:Namespace)
WHERE n.path > $after
WITH n ORDER BY n.path LIMIT $limit
RETURN n.path AS path, $namespace IS NULL OR n.path = $namespace OR n.path STARTS WITH $namespace + '/' AS wanted,
  properties(n) AS properties, [name IN keys(n) WHERE NOT name IN $wired | [name, valueType(n[name])]] AS types
ORDER BY path
