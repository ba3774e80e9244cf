// Names of entities: one key for a name in a namespace and an audience, and the folded name to look it up by.
CREATE CONSTRAINT entity_alias_key IF NOT EXISTS FOR (a:EntityAlias) REQUIRE a.key IS UNIQUE;
CREATE INDEX entity_alias_folded IF NOT EXISTS FOR (a:EntityAlias) ON (a.folded);
