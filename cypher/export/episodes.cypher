// One page of episodes with the memory each ends at. Params: after, limit. Columns: key, lastAt, lastId | null, lastNamespace | null.
// Index: episode_key.
MATCH (e:Episode)
WHERE e.key > $after
WITH e ORDER BY e.key LIMIT $limit
OPTIONAL MATCH (e)-[:LAST]->(m)
RETURN e.key AS key, e.lastAt AS lastAt, m.id AS lastId, m.namespace AS lastNamespace
ORDER BY key
