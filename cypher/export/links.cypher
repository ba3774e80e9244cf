// One page of the links of one relation, in the order of their keys; a link that is not wholly inside the wanted namespace
// has no ends. Params: relation, after, limit, namespace | null, wired (names of properties that travel under names of
// their own). Columns: linkKey, sourceId | null, targetId | null, properties, types [[name, type]].
// Index: related_to_key, supersedes_key, contradicts_key, derived_from_key, derives_from_key, reflects_on_key.
CYPHER 25
CALL () {
  WHEN $relation = 'RELATED_TO' THEN {
    MATCH ()-[r:RELATED_TO]->() WHERE r.linkKey > $after
    RETURN r ORDER BY r.linkKey LIMIT $limit
  }
  WHEN $relation = 'SUPERSEDES' THEN {
    MATCH ()-[r:SUPERSEDES]->() WHERE r.linkKey > $after
    RETURN r ORDER BY r.linkKey LIMIT $limit
  }
  WHEN $relation = 'CONTRADICTS' THEN {
    MATCH ()-[r:CONTRADICTS]->() WHERE r.linkKey > $after
    RETURN r ORDER BY r.linkKey LIMIT $limit
  }
  WHEN $relation = 'DERIVED_FROM' THEN {
    MATCH ()-[r:DERIVED_FROM]->() WHERE r.linkKey > $after
    RETURN r ORDER BY r.linkKey LIMIT $limit
  }
  WHEN $relation = 'DERIVES_FROM' THEN {
    MATCH ()-[r:DERIVES_FROM]->() WHERE r.linkKey > $after
    RETURN r ORDER BY r.linkKey LIMIT $limit
  }
  WHEN $relation = 'REFLECTS_ON' THEN {
    MATCH ()-[r:REFLECTS_ON]->() WHERE r.linkKey > $after
    RETURN r ORDER BY r.linkKey LIMIT $limit
  }
}
WITH r, startNode(r) AS source, endNode(r) AS target
WITH r, source, target, $namespace IS NULL
  OR ((source.namespace = $namespace OR source.namespace STARTS WITH $namespace + '/')
    AND (target.namespace = $namespace OR target.namespace STARTS WITH $namespace + '/')) AS wanted
RETURN r.linkKey AS linkKey, CASE WHEN wanted THEN source.id END AS sourceId, CASE WHEN wanted THEN target.id END AS targetId,
  properties(r) AS properties, [name IN keys(r) WHERE NOT name IN $wired | [name, valueType(r[name])]] AS types
ORDER BY linkKey
