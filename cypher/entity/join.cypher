// Gives entities more names, and changes what follows from that. The memory is locked first, then the names that are known,
// in the order of their keys; then both are looked at. What the memory was is kept as a version.
// Params: now, rows [{index, id, baseVersion, changes, retold, vector | null, names [{key, folded, alias}] sorted by key, reader}].
// Columns: index, outcome OK | NOT_FOUND | VERSION_MOVED | ALIAS_TAKEN, existingId, alias, record.
// Index: memory_record_id, entity_alias_key, entity_alias_folded.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (found:MemoryRecord {id: row.id})
  FOREACH (one IN CASE WHEN found IS NULL THEN [] ELSE [found] END | SET one.lock = true)
  WITH row, found
  OPTIONAL MATCH (m:MemoryRecord {id: found.id})
  WHERE m:Memory AND m.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN m.readers))
  RETURN m
}
CALL (row, m) {
  UNWIND row.names AS name
  OPTIONAL MATCH (known:EntityAlias {key: name.key})
  FOREACH (one IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET one.lock = true)
  WITH row, m, name, known
  OPTIONAL MATCH (:EntityAlias {folded: name.folded})-[:ALIAS_OF]->(other:Memory)
  WHERE other <> m AND other.namespace = m.namespace AND other.memoryKind = 'ENTITY' AND other.liveUntil > $now
    AND (row.reader.all OR any(token IN row.reader.tokens WHERE token IN other.readers))
  WITH name, known, collect(other)[0] AS other
  RETURN collect({name: name, known: known}) AS names,
    collect(CASE WHEN other IS NOT NULL THEN {alias: name.alias, id: other.id} END)[0] AS taken
}
CALL (row, m, names, taken) {
  WHEN m IS NULL THEN { RETURN 'NOT_FOUND' AS outcome, null AS record }
  WHEN m.version <> row.baseVersion THEN { RETURN 'VERSION_MOVED' AS outcome, null AS record }
  WHEN taken IS NOT NULL THEN { RETURN 'ALIAS_TAKEN' AS outcome, null AS record }
  ELSE {
    CREATE (was:MemoryVersion)-[:VERSION_OF]->(m)
    SET was = m {.version, .updatedAt, .title, .content, .tags, .priority, .confidence, .tier, .namespace, .scope, .metadataJson,
          .expiresAt, .sourceUri, .agentId, .changedBy, .editSource, .changedFields, .readers,
          .signature, .signedBy, .attestLevel, .memoryKind, .createdAt,
          memoryId: m.id},
        m += row.changes
    FOREACH (one IN CASE WHEN row.retold THEN [m] ELSE [] END | SET one.embedding = toFloatList(row.vector), one.embeddingB = null)
    WITH m, names
    CALL (m, names) {
      UNWIND names AS each
      WITH m, each.name AS name, each.known AS known
      FOREACH (one IN CASE WHEN known IS NULL THEN [name] ELSE [] END |
        CREATE (:EntityAlias {key: one.key, folded: one.folded, alias: one.alias})-[:ALIAS_OF]->(m))
      WITH m, name, known
      OPTIONAL MATCH (known)-[old:ALIAS_OF]->()
      DELETE old
      FOREACH (one IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET one.alias = name.alias CREATE (one)-[:ALIAS_OF]->(m))
    }
    RETURN 'OK' AS outcome, m {.*, embedding: null, embeddingB: null, keys: null} AS record
  }
}
RETURN row.index AS index, outcome, taken.id AS existingId, taken.alias AS alias, record
