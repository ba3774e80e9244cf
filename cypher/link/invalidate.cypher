// Ends links. Both ends are locked in the order of their ids, then looked at again. A link that has ended, or ends at that
// very moment, stays as it is; an end never moves to later. A link that changes loses its signature, unless the server signed
// the end anew: over the link as it was when it had the signature `before`.
// Params: now, rows [{index, sourceId, targetId, relation, linkKey, until | null for now, reader,
//   signed {before, until, signature, signedBy, attestLevel} | null}].
// Columns: index, outcome OK | UNCHANGED | NOT_FOUND | TOO_EARLY | TOO_LATE | MOVED, missing | null when the link is, bound,
//   properties, previous {validUntil, signature, signedBy, attestLevel}, source, target. Index: memory_record_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
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
  OPTIONAL MATCH (source)-[link:$(row.relation) {linkKey: row.linkKey}]->(target)
  RETURN source, target, link, coalesce(row.until, row.signed.until, $now) AS until,
    link {.validUntil, .signature, .signedBy, .attestLevel} AS previous
}
CALL (row, link, until) {
  WHEN link IS NULL THEN { RETURN 'NOT_FOUND' AS outcome, null AS bound }
  WHEN link.validUntil = until OR (row.until IS NULL AND link.validUntil <= until) THEN { RETURN 'UNCHANGED' AS outcome, null AS bound }
  WHEN until <= coalesce(link.validFrom, link.createdAt) THEN { RETURN 'TOO_EARLY' AS outcome, coalesce(link.validFrom, link.createdAt) AS bound }
  WHEN until > link.validUntil THEN { RETURN 'TOO_LATE' AS outcome, link.validUntil AS bound }
  WHEN row.signed IS NOT NULL AND coalesce(link.signature, '') <> row.signed.before THEN { RETURN 'MOVED' AS outcome, null AS bound }
  ELSE {
    SET link.validUntil = until, link.signature = row.signed.signature, link.signedBy = row.signed.signedBy,
      link.attestLevel = coalesce(row.signed.attestLevel, 'UNSIGNED')
    RETURN 'OK' AS outcome, null AS bound
  }
}
RETURN row.index AS index, outcome, bound, properties(link) AS properties, previous,
  CASE WHEN source IS NULL THEN row.sourceId WHEN target IS NULL THEN row.targetId END AS missing,
  source {.id, .namespace, .readers} AS source, target {.id, .namespace, .readers} AS target
