// Changes what a namespace's own policy says: fields that come as null are taken away. Policies change one after the other,
// under the lock of the root. `policyChanged` makes the writer move the version.
// Params: now, rows [{index, id, namespace, changes {field: value | null}, by}]. Columns: index, outcome OK, policyChanged, id.
// Index: governance_root_path, namespace_path, governance_policy_place.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (root:GovernanceRoot {path: '*'})
  SET root.lock = true
  WITH row, root
  OPTIONAL MATCH (n:Namespace {path: row.namespace})
  WITH row, CASE WHEN row.namespace = '*' THEN root ELSE n END AS place
  MERGE (p:GovernancePolicy {namespace: row.namespace, source: 'SET'})
  ON CREATE SET p.id = row.id
  SET p += row.changes
  SET p.setBy = row.by, p.setAt = $now
  MERGE (place)-[:GOVERNED_BY]->(p)
  RETURN p.id AS id
}
RETURN row.index AS index, 'OK' AS outcome, true AS policyChanged, id
