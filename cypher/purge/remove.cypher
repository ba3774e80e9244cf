// Removes archived memories for good, with their links, versions, passages and aliases. An episode closes around what goes: the memory before is followed by
// those after, and an episode that ended here ends at the memory before. One purge at a time, so that none bridges to what the
// other removes; an Episode is locked before its end is looked at, as it is where memories are appended.
// Params: ids (sorted), until (archived before it), namespace | null. Columns: id. Index: lease_name, memory_record_id.
CYPHER 25
MERGE (gate:Lease {name: 'purge'})
SET gate.lock = true
WITH gate
UNWIND $ids AS id
CALL (id) {
  MATCH (found:MemoryRecord {id: id})
  OPTIONAL MATCH (ended:Episode)-[:LAST]->(found)
  SET found.lock = true, ended.lock = true
  WITH DISTINCT id
  MATCH (m:MemoryRecord {id: id})
  WHERE m:ArchivedMemory AND m.archivedAt < $until
    AND ($namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/')
  WITH m, head([(first:MemoryRecord)-[:NEXT]->(m) | first]) AS before, [(m)-[:NEXT]->(next:MemoryRecord) | next] AS after,
    [(e:Episode)-[:LAST]->(m) | e] AS episodes
  FOREACH (first IN CASE WHEN before IS NULL THEN [] ELSE [before] END |
    FOREACH (next IN after | MERGE (first)-[:NEXT]->(next))
    FOREACH (e IN episodes | MERGE (e)-[:LAST]->(first)))
  CALL (m) {
    MATCH (part)-[:VERSION_OF|PASSAGE_OF|ALIAS_OF]->(m)
    DETACH DELETE part
  }
  CALL (m) {
    MATCH (run:HookExecutionRecord)-[:TRIGGERED_BY]->(m)
    SET run.stdout = [], run.stderr = [], run.error = null
  }
  DETACH DELETE m
  RETURN true AS gone
}
RETURN id
