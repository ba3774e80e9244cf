// Holds back every other server until the transaction ends. Returns the migrations that are through.
// Params: none. Columns: done. Index: migration_id.
MERGE (lock:Migration {id: 'lock'})
SET lock.taken = true
WITH lock
OPTIONAL MATCH (m:Migration) WHERE m.id <> 'lock' AND m.doneAt IS NOT NULL
RETURN collect(m.id) AS done
