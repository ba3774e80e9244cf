// One node a migration, so that a second server sees that the first one is at it.
// Index: makes the one it needs.
CREATE CONSTRAINT migration_id IF NOT EXISTS FOR (m:Migration) REQUIRE m.id IS UNIQUE
