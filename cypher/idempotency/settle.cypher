// Keeps the answer of a row that succeeded and whom it is about, frees the key of one that was refused.
// Params: rows [{key, result | null, subjectId | null}]. Index: idempotency_key.
UNWIND $rows AS row
MATCH (r:IdempotencyRecord {key: row.key})
SET r.result = row.result, r.subjectId = row.subjectId
FOREACH (refused IN CASE WHEN row.result IS NULL THEN [r] ELSE [] END | DELETE refused)
