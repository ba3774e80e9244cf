// Waits until every index is filled. Params: seconds.
CALL db.awaitIndexes($seconds)
