// Whether a namespace stands above another, by the tree or by explicit parents. Params: lineage [the lower one and all it lies
// in], namespace. Columns: path. Index: namespace_path.
CYPHER 25
MATCH (n:Namespace {path: $namespace})
UNWIND $lineage AS path
MATCH (low:Namespace {path: path})
MATCH ANY SHORTEST (low)-[:CHILD_OF|INHERITS_FROM]->*(n)
RETURN path
LIMIT 1
