// Takes over what is known of namespaces, which the writer has made before. What is known here already stays.
// Params: now, rows [{index, path, properties}]. Columns: index, outcome OK. Index: namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (n:Namespace {path: row.path})
  WITH row, n, properties(n) AS known
  SET n += row.properties
  SET n += known
}
RETURN row.index AS index, 'OK' AS outcome
