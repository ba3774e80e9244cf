// Before the first vector is stored, or to be made anew from the stored ones.
DROP INDEX passage_embedding IF EXISTS
