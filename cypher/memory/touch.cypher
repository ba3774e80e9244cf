// Notes that recall returned memories (spec memory-system §3.4): only rows still live, and no new version. `due` tells that
// the memory has earned its promotion. A longer life is given in steps, since each move of liveUntil costs an index write.
// Params: now, rows [{index, id, count, life {SHORT {until, from}, MID {until, from}}}].
// Columns: index, outcome OK | NOT_FOUND, due. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE m:Memory AND m.liveUntil > $now
  WITH row, m, m.tier AS tier, m.accessCount AS before,
    CASE WHEN m.accessCount + row.count > 1000000 THEN 1000000 ELSE m.accessCount + row.count END AS after
  FOREACH (one IN CASE WHEN m IS NULL THEN [] ELSE [m] END |
    SET one.accessCount = after,
        one.lastAccessedAt = $now,
        one.priority = CASE WHEN one.priority + after / 10 - before / 10 > 10 THEN 10 ELSE one.priority + after / 10 - before / 10 END)
  FOREACH (one IN CASE WHEN tier <> 'LONG' AND m.expiresAt < row.life[tier].from THEN [m] ELSE [] END |
    SET one.expiresAt = row.life[tier].until, one.liveUntil = row.life[tier].until)
  // A node may be null here: it has no passages then.
  FOREACH (p IN [(m)<-[:PASSAGE_OF]-(part) | part] | SET p.liveUntil = m.liveUntil)
  RETURN m, tier = 'MID' AND after >= 5 AS due
}
RETURN row.index AS index, CASE WHEN m IS NULL THEN 'NOT_FOUND' ELSE 'OK' END AS outcome, coalesce(due, false) AS due
