// The audit chain: revisions by their place, where it ends, and which memories were purged. Statements are divided by
// semicolons.
CREATE CONSTRAINT audit_revision_seq IF NOT EXISTS FOR (r:AuditRevision) REQUIRE r.seq IS UNIQUE;
CREATE CONSTRAINT audit_head_name IF NOT EXISTS FOR (h:AuditHead) REQUIRE h.name IS UNIQUE;
CREATE INDEX purge_revision_subject_id IF NOT EXISTS FOR (r:PurgeRevision) ON (r.subjectId);
MERGE (h:AuditHead {name: 'audit'})
ON CREATE SET h.seq = 0, h.hash = '0000000000000000000000000000000000000000000000000000000000000000';
