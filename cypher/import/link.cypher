// Takes over links between memories that are there, live or archived. All of a row is done in one subquery, which sees what
// the rows before it made: many links of one acyclic relation may share a statement.
// Params: now, rows [{index, sourceId, targetId, relation, linkKey, properties, acyclic}].
// Columns: index, outcome OK | EXISTS | NOT_FOUND | LINK_CYCLE, missing, source, target (null unless live).
// Index: memory_record_id, relation_lock_relation, *_key on the relationship types.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (lock:RelationLock {relation: CASE WHEN row.acyclic THEN row.relation END})
  FOREACH (one IN CASE WHEN lock IS NULL THEN [] ELSE [lock] END | SET one.taken = true)
  WITH row
  OPTIONAL MATCH (source:MemoryRecord {id: row.sourceId})
  OPTIONAL MATCH (target:MemoryRecord {id: row.targetId})
  OPTIONAL MATCH (source)-[existing:$(row.relation) {linkKey: row.linkKey}]->(target)
  CALL (row, source, target, existing) {
    WHEN source IS NULL OR target IS NULL THEN { RETURN 'NOT_FOUND' AS outcome }
    WHEN existing IS NOT NULL THEN { RETURN 'EXISTS' AS outcome }
    WHEN row.relation = 'SUPERSEDES' AND EXISTS { (target)-[:SUPERSEDES]->+(source) } THEN { RETURN 'LINK_CYCLE' AS outcome }
    WHEN row.relation = 'REFLECTS_ON' AND EXISTS { (target)-[:REFLECTS_ON]->+(source) } THEN { RETURN 'LINK_CYCLE' AS outcome }
    ELSE {
      CREATE (source)-[made:$(row.relation)]->(target)
      SET made = row.properties
      RETURN 'OK' AS outcome
    }
  }
  RETURN outcome, source, target
}
RETURN row.index AS index, outcome,
  CASE WHEN source IS NULL THEN row.sourceId WHEN target IS NULL THEN row.targetId END AS missing,
  CASE WHEN source:Memory THEN source {.namespace, .readers} END AS source,
  CASE WHEN target:Memory THEN target {.readers} END AS target
