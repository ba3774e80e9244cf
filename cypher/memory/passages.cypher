// Replaces the passages of memories. A passage carries what recall filters by inside the index; whatever changes that of
// the memory writes it to its passages too (docs/adr/0010-passages.md). Those of what recall does not look through are
// ArchivedPassage. Each slot has passages of its own; those of the other one go once its vectors are not of this text.
// Params: rows [{id, parts [{start, end, vector}]}]. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (m:MemoryRecord {id: row.id})
  FOREACH (old IN [(m)<-[:PASSAGE_OF]-(p) WHERE p.embedding IS NOT NULL OR m.awaitsEmbeddingB | p] | DETACH DELETE old)
  WITH m, row, CASE WHEN m:Memory AND m.atomised IS NULL THEN 'Passage' ELSE 'ArchivedPassage' END AS label
  UNWIND row.parts AS part
  CREATE (p:$(label))-[:PASSAGE_OF]->(m)
  SET p = m {.audience, .targetAgentId, .scope, .namespace, .tier, .memoryKind, .createdAt, .liveUntil,
    id: m.id + ':' + toString(part.start), start: part.start, end: part.end, embedding: toFloatList(part.vector)}
}
