// Only before the first vector is stored.
DROP INDEX memory_embedding IF EXISTS
