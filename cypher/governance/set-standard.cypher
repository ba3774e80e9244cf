// Makes a memory the standard of a namespace, in place of the one before: its policy, its author's say, and the explicit
// parent. Under the lock of the root, as every change of policies.
// Params: now, rows [{index, namespace, memoryId, memoryVersion, policy (all properties), parent | null, reader {all, tokens}}].
// Columns: index, outcome OK | NOT_FOUND | VERSION_MOVED | CYCLE, policyChanged, id.
// Index: governance_root_path, namespace_path, memory_record_id, governance_policy_place.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (root:GovernanceRoot {path: '*'})
  SET root.lock = true
  WITH row, root
  OPTIONAL MATCH (m:MemoryRecord {id: row.memoryId})
  WHERE m:Memory AND m.liveUntil > $now AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN m.readers))
  OPTIONAL MATCH (n:Namespace {path: row.namespace})
  OPTIONAL MATCH (parent:Namespace {path: row.parent})
  RETURN m, parent, CASE WHEN row.namespace = '*' THEN root ELSE n END AS place,
    EXISTS { MATCH ANY SHORTEST (parent)-[:CHILD_OF|INHERITS_FROM]->*(n) } AS circle
}
CALL (row, m, parent, place, circle) {
  WHEN m IS NULL THEN {
    RETURN 'NOT_FOUND' AS outcome, false AS policyChanged, null AS id
  }
  WHEN m.version <> row.memoryVersion THEN {
    RETURN 'VERSION_MOVED' AS outcome, false AS policyChanged, null AS id
  }
  WHEN circle THEN {
    RETURN 'CYCLE' AS outcome, false AS policyChanged, null AS id
  }
  ELSE {
    FOREACH (old IN [(place)-[was:HAS_STANDARD|INHERITS_FROM]->() | was] | DELETE old)
    CREATE (place)-[:HAS_STANDARD]->(m)
    FOREACH (up IN CASE WHEN parent IS NULL THEN [] ELSE [parent] END | CREATE (place)-[:INHERITS_FROM]->(up))
    MERGE (p:GovernancePolicy {namespace: row.namespace, source: 'STANDARD'})
    WITH place, p, row.policy AS policy
    SET p = policy {.*, id: coalesce(p.id, policy.id)}
    MERGE (place)-[:GOVERNED_BY]->(p)
    RETURN 'OK' AS outcome, true AS policyChanged, p.id AS id
  }
}
RETURN row.index AS index, outcome, policyChanged, id
