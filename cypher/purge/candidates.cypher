// Archived memories that a purge is about, longest in the archive first. Params: until (archived before it), namespace | null,
// limit. Columns: id. Index: archived_memory_archived_at.
CYPHER 25
MATCH (m:ArchivedMemory)
WHERE m.archivedAt < $until AND m.id >= ''
  AND ($namespace IS NULL OR m.namespace = $namespace OR m.namespace STARTS WITH $namespace + '/')
RETURN m.id AS id
ORDER BY m.archivedAt, m.id
LIMIT $limit
