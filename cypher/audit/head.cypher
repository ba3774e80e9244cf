// Where the audit chain ends, and the revision of one place. Params: seq. Columns: seq, hash, before (the hash at that place)
// | null. Index: audit_head_name, audit_revision_seq.
CYPHER 25
MATCH (h:AuditHead {name: 'audit'})
OPTIONAL MATCH (r:AuditRevision {seq: $seq})
RETURN h.seq AS seq, h.hash AS hash, r.hash AS before
