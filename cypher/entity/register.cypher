// Stores new entities with their names. Names that are known are locked in the order of their keys, then looked at: one
// whose entity is no longer live, or not where it was, is free. A name that comes up meanwhile breaks the constraint.
// Params: now, rows [{index, record, vector | null, names [{key, folded, alias}] sorted by key, reader}].
// Columns: index, outcome OK | CONFLICT | ALIAS_TAKEN, existingId, alias, archived (the expired holder).
// Index: memory_title, memory_record_id, entity_alias_key, entity_alias_folded, namespace_path.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (holds:Memory {namespace: row.record.namespace, title: row.record.title, titleOwner: row.record.titleOwner})
  FOREACH (one IN CASE WHEN holds.liveUntil <= $now THEN [holds] ELSE [] END | SET one.lock = true)
  WITH row, holds
  OPTIONAL MATCH (holder:MemoryRecord {id: holds.id})
  WHERE holder:Memory
  RETURN holder, holder IS NOT NULL AND holder.liveUntil <= $now AS expired
}
CALL (row) {
  UNWIND row.names AS name
  OPTIONAL MATCH (known:EntityAlias {key: name.key})
  FOREACH (one IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET one.lock = true)
  WITH row, name, known
  OPTIONAL MATCH (:EntityAlias {folded: name.folded})-[:ALIAS_OF]->(other:Memory)
  WHERE other.namespace = row.record.namespace AND other.memoryKind = 'ENTITY' AND other.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN other.readers))
  WITH name, known, collect(other)[0] AS other
  RETURN collect({name: name, known: known}) AS names,
    collect(CASE WHEN other IS NOT NULL THEN {alias: name.alias, id: other.id} END)[0] AS taken
}
CALL (row, holder, expired, names, taken) {
  WHEN holder IS NOT NULL AND NOT expired THEN {
    RETURN 'CONFLICT' AS outcome, null AS alias,
      CASE WHEN row.reader.all OR any(token IN row.reader.tokens WHERE token IN holder.readers) THEN holder.id END AS existingId
  }
  WHEN taken IS NOT NULL THEN { RETURN 'ALIAS_TAKEN' AS outcome, taken.alias AS alias, taken.id AS existingId }
  ELSE {
    FOREACH (old IN CASE WHEN expired THEN [holder] ELSE [] END |
      REMOVE old:Memory
      SET old:ArchivedMemory, old.archivedAt = $now, old.archiveReason = 'TTL_EXPIRED', old.archivedBy = 'system')
    FOREACH (p IN CASE WHEN expired THEN [(holder)<-[:PASSAGE_OF]-(part) | part] ELSE [] END |
      REMOVE p:Passage SET p:ArchivedPassage)
    WITH row, names, row.record AS record
    MATCH (n:Namespace {path: record.namespace})
    CREATE (m:MemoryRecord:Memory)-[:IN_NAMESPACE]->(n)
    SET m = record {.*, embedding: toFloatList(row.vector)}
    WITH m, names
    CALL (m, names) {
      UNWIND names AS each
      WITH m, each.name AS name, each.known AS known
      FOREACH (one IN CASE WHEN known IS NULL THEN [name] ELSE [] END |
        CREATE (:EntityAlias {key: one.key, folded: one.folded, alias: one.alias})-[:ALIAS_OF]->(m))
      FOREACH (one IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET one.alias = name.alias CREATE (one)-[:ALIAS_OF]->(m))
      WITH m, known
      MATCH (known)-[old:ALIAS_OF]->(before)
      WHERE before <> m
      DELETE old
    }
    RETURN 'OK' AS outcome, null AS alias, null AS existingId
  }
}
RETURN row.index AS index, outcome, existingId, alias,
  CASE WHEN expired AND outcome = 'OK' THEN holder {.id, .namespace, .readers} END AS archived
