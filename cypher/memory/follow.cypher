// Puts new memories behind the ones they follow; an episode that ended there ends at the new one now.
// Params: rows [{id, follows}]. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (before:MemoryRecord {id: row.follows})
  MATCH (m:MemoryRecord {id: row.id})
  CREATE (before)-[:NEXT]->(m)
  WITH before, m
  OPTIONAL MATCH (e:Episode)-[last:LAST]->(before)
  FOREACH (episode IN CASE WHEN e IS NULL THEN [] ELSE [e] END | CREATE (episode)-[:LAST]->(m))
  DELETE last
}
