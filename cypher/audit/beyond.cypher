// The first revision behind a place. Params: seq. Columns: seq. Index: audit_revision_seq.
CYPHER 25
MATCH (r:AuditRevision)
WHERE r.seq > $seq
RETURN r.seq AS seq
ORDER BY r.seq
LIMIT 1
