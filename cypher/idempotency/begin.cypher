// Takes a key for an operation of several commits, and keeps its plan; the first plan stands. Params: key, inputHash, plan, now.
// Columns: inputHash, plan, result | null. Index: idempotency_key.
MERGE (r:IdempotencyRecord {key: $key})
ON CREATE SET r.inputHash = $inputHash, r.plan = $plan, r.at = $now
RETURN r.inputHash AS inputHash, r.plan AS plan, r.result AS result
