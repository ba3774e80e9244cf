// What a key was used for. Params: key. Columns: inputHash, result. Index: idempotency_key.
MATCH (r:IdempotencyRecord {key: $key})
WHERE r.result IS NOT NULL
RETURN r.inputHash AS inputHash, r.result AS result
