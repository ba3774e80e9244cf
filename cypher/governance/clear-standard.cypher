// Takes the standard of a namespace away, with its policy and the explicit parent; what was set by itself stays.
// Params: now, rows [{index, namespace}]. Columns: index, outcome OK, policyChanged.
// Index: governance_root_path, namespace_path, governance_policy_place.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (root:GovernanceRoot {path: '*'})
  SET root.lock = true
  WITH row, root
  OPTIONAL MATCH (n:Namespace {path: row.namespace})
  OPTIONAL MATCH (p:GovernancePolicy {namespace: row.namespace, source: 'STANDARD'})
  WITH p, CASE WHEN row.namespace = '*' THEN root ELSE n END AS place
  FOREACH (old IN [(place)-[was:HAS_STANDARD|INHERITS_FROM]->() | was] | DELETE old)
  DETACH DELETE p
}
RETURN row.index AS index, 'OK' AS outcome, true AS policyChanged
