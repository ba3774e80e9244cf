// Which of these memories are live and may be seen by the reader. Params: ids, now, reader {all, tokens}. Columns: id.
// Index: memory_record_id.
UNWIND $ids AS id
MATCH (m:MemoryRecord {id: id})
WHERE m:Memory AND m.liveUntil > $now
  AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
RETURN m.id AS id
