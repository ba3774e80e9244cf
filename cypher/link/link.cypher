// Links memories. Both ends are locked in the order of their ids, then looked at again; relations that must stay
// without circles take one lock a relation before the look (design §5). A link that has ended stays as history, under a
// key of its own, when the new one begins at its end or later; only links that hold while the new one does close a circle.
// SHORTEST visits each memory once, where trails would grow with the number of ways.
// Params: now, rows [{index, sourceId, targetId, relation, linkKey, from, until | null, properties, acyclic, reader}].
// Columns: index, outcome OK | EXISTS | NOT_FOUND | LINK_CYCLE, missing, properties, previousValidUntil | null, source, target.
// Index: memory_record_id, relation_lock_relation, *_key on the relationship types.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (lock:RelationLock {relation: CASE WHEN row.acyclic THEN row.relation END})
  FOREACH (one IN CASE WHEN lock IS NULL THEN [] ELSE [lock] END | SET one.taken = true)
  WITH row, CASE WHEN row.sourceId < row.targetId THEN [row.sourceId, row.targetId] ELSE [row.targetId, row.sourceId] END AS ends
  OPTIONAL MATCH (first:MemoryRecord {id: ends[0]})
  FOREACH (one IN CASE WHEN first IS NULL THEN [] ELSE [first] END | SET one.lock = true)
  WITH row, ends
  OPTIONAL MATCH (second:MemoryRecord {id: ends[1]})
  FOREACH (one IN CASE WHEN second IS NULL THEN [] ELSE [second] END | SET one.lock = true)
  WITH row
  OPTIONAL MATCH (source:MemoryRecord {id: row.sourceId})
  WHERE source:Memory AND source.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN source.readers))
  OPTIONAL MATCH (target:MemoryRecord {id: row.targetId})
  WHERE target:Memory AND target.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN target.readers))
  OPTIONAL MATCH (source)-[existing:$(row.relation) {linkKey: row.linkKey}]->(target)
  RETURN source, target, existing,
    coalesce(existing.validUntil <= $now AND existing.validUntil <= row.from, false) AS ended
}
CALL (row, source, target, existing, ended) {
  WHEN source IS NULL OR target IS NULL THEN { RETURN 'NOT_FOUND' AS outcome, null AS properties }
  WHEN existing IS NOT NULL AND NOT ended THEN { RETURN 'EXISTS' AS outcome, properties(existing) AS properties }
  WHEN row.relation = 'SUPERSEDES' AND EXISTS { MATCH SHORTEST 1 (target)
      (()-[r:SUPERSEDES WHERE (r.validUntil IS NULL OR r.validUntil > row.from) AND (row.until IS NULL OR r.validFrom IS NULL OR r.validFrom < row.until)]->())+
      (source) }
    THEN { RETURN 'LINK_CYCLE' AS outcome, null AS properties }
  WHEN row.relation = 'REFLECTS_ON' AND EXISTS { MATCH SHORTEST 1 (target)
      (()-[r:REFLECTS_ON WHERE (r.validUntil IS NULL OR r.validUntil > row.from) AND (row.until IS NULL OR r.validFrom IS NULL OR r.validFrom < row.until)]->())+
      (source) }
    THEN { RETURN 'LINK_CYCLE' AS outcome, null AS properties }
  ELSE {
    FOREACH (old IN CASE WHEN ended THEN [existing] ELSE [] END | SET old.linkKey = row.linkKey + '|' + toString(old.validUntil))
    CREATE (source)-[made:$(row.relation)]->(target)
    SET made = row.properties
    RETURN 'OK' AS outcome, properties(made) AS properties
  }
}
RETURN row.index AS index, outcome, properties, CASE WHEN outcome = 'OK' THEN existing.validUntil END AS previousValidUntil,
  CASE WHEN source IS NULL THEN row.sourceId WHEN target IS NULL THEN row.targetId END AS missing,
  source {.id, .namespace, .readers} AS source, target {.id, .namespace, .readers} AS target
