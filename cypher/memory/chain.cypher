// Appends new memories to their episodes, in order. The Episode node is locked before its last memory is read.
// Params: now, rows [{key, ids}]. Index: episode_key, memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MERGE (e:Episode {key: row.key})
  SET e.lastAt = $now
  WITH e, row
  OPTIONAL MATCH (e)-[old:LAST]->(last)
  DELETE old
  WITH e, [id IN [last.id] + row.ids WHERE id IS NOT NULL] AS ids
  CALL (ids) {
    UNWIND range(0, size(ids) - 2) AS place
    MATCH (a:MemoryRecord {id: ids[place]})
    MATCH (b:MemoryRecord {id: ids[place + 1]})
    CREATE (a)-[:NEXT]->(b)
  }
  MATCH (newest:MemoryRecord {id: ids[-1]})
  CREATE (e)-[:LAST]->(newest)
}
