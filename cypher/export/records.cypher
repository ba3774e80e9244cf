// One page of nodes that stand by themselves: queued actions, purges, counters of personas. Params: label, after, limit,
// namespace | null. Columns: key, wanted, properties, types [[name, type]].
// Index: pending_action_id, purge_id, persona_counter_key.
CYPHER 25
CALL () {
  WHEN $label = 'PendingAction' THEN {
    MATCH (n:PendingAction) WHERE n.id > $after
    RETURN n, n.id AS key ORDER BY key LIMIT $limit
  }
  WHEN $label = 'Purge' THEN {
    MATCH (n:Purge) WHERE n.id > $after
    RETURN n, n.id AS key ORDER BY key LIMIT $limit
  }
  WHEN $label = 'PersonaCounter' THEN {
    MATCH (n:PersonaCounter) WHERE n.key > $after
    RETURN n, n.key AS key ORDER BY key LIMIT $limit
  }
}
RETURN key, $namespace IS NULL OR n.namespace = $namespace OR n.namespace STARTS WITH $namespace + '/' AS wanted,
  properties(n) AS properties, [name IN keys(n) WHERE name <> 'lock' | [name, valueType(n[name])]] AS types
ORDER BY key
