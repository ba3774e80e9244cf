// Takes each key that is free. Params: rows [{index, key, inputHash}], token, now.
// Columns: index, mine, inputHash, result. Index: idempotency_key.
UNWIND $rows AS row
MERGE (r:IdempotencyRecord {key: row.key})
ON CREATE SET r.token = $token, r.inputHash = row.inputHash, r.at = $now
RETURN row.index AS index, r.token = $token AS mine, r.inputHash AS inputHash, r.result AS result
