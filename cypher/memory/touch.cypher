// Notes that recall returned memories (spec memory-system §3.4): only rows still live, no new version but for a promotion.
// A longer life is given in steps, since each move of liveUntil costs an index write.
// Params: now, rows [{index, id, count, forever, tokens {MID, LONG}, life {SHORT {until, from}, MID {until, from}}}].
// Columns: index, outcome OK | NOT_FOUND, promoted, fromTier, toTier, record. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE m:Memory AND m.liveUntil > $now
  WITH row, m, m.tier AS fromTier, m.accessCount AS before,
    CASE WHEN m.accessCount + row.count > 1000000 THEN 1000000 ELSE m.accessCount + row.count END AS after
  WITH row, m, fromTier, before, after, fromTier = 'MID' AND after >= 5 AS promoted
  FOREACH (one IN CASE WHEN m IS NULL THEN [] ELSE [m] END |
    SET one.accessCount = after,
        one.lastAccessedAt = $now,
        one.priority = CASE WHEN one.priority + after / 10 - before / 10 > 10 THEN 10 ELSE one.priority + after / 10 - before / 10 END)
  FOREACH (one IN CASE WHEN promoted THEN [m] ELSE [] END |
    SET one.tier = 'LONG', one.expiresAt = null, one.liveUntil = row.forever, one.version = one.version + 1, one.updatedAt = $now,
        one.keys = replace(one.keys, row.tokens.MID, row.tokens.LONG))
  FOREACH (one IN CASE WHEN NOT promoted AND fromTier <> 'LONG' AND m.expiresAt < row.life[fromTier].from THEN [m] ELSE [] END |
    SET one.expiresAt = row.life[fromTier].until, one.liveUntil = row.life[fromTier].until)
  // A node may be null here: it has no passages then.
  FOREACH (p IN [(m)<-[:PASSAGE_OF]-(part) | part] | SET p.tier = m.tier, p.liveUntil = m.liveUntil)
  RETURN m, fromTier, coalesce(promoted, false) AS promoted
}
RETURN row.index AS index, CASE WHEN m IS NULL THEN 'NOT_FOUND' ELSE 'OK' END AS outcome, promoted, fromTier, m.tier AS toTier,
  m {.id, .namespace, .readers} AS record
