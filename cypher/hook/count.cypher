// How many records of runs there are. Params: none. Columns: count. Index: none, the database keeps the count.
CYPHER 25
MATCH (r:HookExecutionRecord)
RETURN count(r) AS count
