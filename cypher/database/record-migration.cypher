// Notes that a migration is through. Params: id, now. Index: migration_id.
MERGE (m:Migration {id: $id}) ON CREATE SET m.doneAt = $now
