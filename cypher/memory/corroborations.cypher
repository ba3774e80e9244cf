// How many live memories that the reader may see share an entity or a source within a namespace, at most 1,000 of each.
// Params: entityKey | null, sourceKey | null, now, reader {all, tokens}. Columns: count.
// Index: memory_entity_key, memory_source_key; named, since a small index looks as good to scan as to seek.
CYPHER 25
CALL () {
  MATCH (m:Memory {entityKey: $entityKey})
  USING INDEX SEEK m:Memory(entityKey)
  WHERE m.liveUntil > $now AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
  RETURN m LIMIT 1000
  UNION
  MATCH (m:Memory {sourceKey: $sourceKey})
  USING INDEX SEEK m:Memory(sourceKey)
  WHERE m.liveUntil > $now AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
  RETURN m LIMIT 1000
}
RETURN count(DISTINCT m) AS count
