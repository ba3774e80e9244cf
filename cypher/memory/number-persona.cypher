// Numbers new personas: one more than the highest number that their entity has had in their namespace, by a counter that is
// locked before it is read. Two personas of one counter never share a batch.
// Params: rows [{index, id, key}]. Columns: index, personaVersion.
// Index: persona_counter_key, memory_record_id, memory_entity_key; named, since a small index looks as good to scan.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MERGE (counter:PersonaCounter {key: row.key})
  SET counter.lock = true
  WITH row, counter
  OPTIONAL MATCH (persona:Memory {entityKey: row.key})
  USING INDEX SEEK persona:Memory(entityKey)
  WHERE persona.id <> row.id
  WITH row, counter, coalesce(max(persona.personaVersion), 0) AS highest, coalesce(counter.version, 0) AS counted
  WITH row, counter, 1 + CASE WHEN highest > counted THEN highest ELSE counted END AS number
  MATCH (made:MemoryRecord {id: row.id})
  SET counter.version = number, made.personaVersion = number
  RETURN number
}
RETURN row.index AS index, number AS personaVersion
