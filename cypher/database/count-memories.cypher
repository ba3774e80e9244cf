// Counts all memories, archived ones too; from the count store. Columns: count.
MATCH (m:MemoryRecord) RETURN count(m) AS count
