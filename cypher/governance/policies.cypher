// The policies that may have a say in a namespace: its own, those of what it lies in, of their explicit parents, and of the
// root. The version is read first: policies newer than it are found out at the commit, older ones would not be.
// Params: lineage [the namespace and all it lies in]. Columns: version, parents [{from, to}], policies [map].
// Index: outbox_counter_name, namespace_path, governance_policy_namespace.
CYPHER 25
MATCH (c:OutboxCounter {name: 'outbox'})
WITH c.policyVersion AS version
CALL () {
  RETURN COLLECT {
    UNWIND $lineage AS path
    MATCH (:Namespace {path: path})-[:INHERITS_FROM]->{0,7}(from)-[:INHERITS_FROM]->(to)
    RETURN DISTINCT {from: from.path, to: to.path}
  } AS parents
}
CALL (parents) {
  RETURN COLLECT {
    UNWIND $lineage + [one IN parents | one.to] + ['*'] AS path
    MATCH (p:GovernancePolicy {namespace: path})
    RETURN DISTINCT p {.*}
  } AS policies
}
RETURN version, parents, policies
