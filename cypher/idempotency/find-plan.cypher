// The plan of an operation of several commits that is under way or was interrupted. Params: key. Columns: inputHash, plan.
// Index: idempotency_key.
MATCH (r:IdempotencyRecord {key: $key})
WHERE r.plan IS NOT NULL
RETURN r.inputHash AS inputHash, r.plan AS plan
