// Versions are found by their memory and number; personas are numbered by a counter each; what corroborates a memory is
// found by the hashed keys of its entity and its source. Statements are divided by semicolons.
CREATE CONSTRAINT memory_version_number IF NOT EXISTS FOR (v:MemoryVersion) REQUIRE (v.memoryId, v.version) IS UNIQUE;
CREATE CONSTRAINT persona_counter_key IF NOT EXISTS FOR (p:PersonaCounter) REQUIRE p.key IS UNIQUE;
CREATE INDEX memory_entity_key IF NOT EXISTS FOR (m:Memory) ON (m.entityKey);
CREATE INDEX memory_source_key IF NOT EXISTS FOR (m:Memory) ON (m.sourceKey);
