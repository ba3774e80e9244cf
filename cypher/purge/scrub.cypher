// Writes events, answers and actions without the text of purged memories. Params: rows [{key, properties}]. Index: none, by id.
CYPHER 25
UNWIND $rows AS row
MATCH (n)
WHERE elementId(n) = row.key
SET n += row.properties
