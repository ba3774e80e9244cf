// Makes namespaces that are new, parents first. Params: rows [{path, name, depth, parent | null}]. Index: namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MERGE (n:Namespace {path: row.path})
  ON CREATE SET n.name = row.name, n.depth = row.depth
  WITH row, n
  MATCH (parent:Namespace {path: row.parent})
  MERGE (n)-[:CHILD_OF]->(parent)
}
