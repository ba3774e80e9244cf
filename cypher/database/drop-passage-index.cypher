// Only before the first vector is stored.
DROP INDEX passage_embedding IF EXISTS
