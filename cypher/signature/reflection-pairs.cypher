// Which of these memories reflect on which others of them, and on which they should by what the audit chain tells, though
// no link says so. Params: ids. Columns: sourceId, targetId. Index: memory_record_id.
CYPHER 25
UNWIND $ids AS id
MATCH (m:MemoryRecord {id: id})
CALL (m) {
  MATCH (m)-[:REFLECTS_ON]->(t:MemoryRecord)
  WHERE t.id IN $ids
  RETURN t.id AS targetId
  UNION
  MATCH (m)<-[:OF]-(r:AuditRevision)
  WHERE r.subjectKind = 'LINK' AND r.relation = 'REFLECTS_ON'
    AND NOT EXISTS { MATCH (m)-[:REFLECTS_ON]->(t:MemoryRecord) WHERE t.id = r.targetId }
  RETURN r.targetId AS targetId
}
RETURN id AS sourceId, targetId
ORDER BY sourceId, targetId
