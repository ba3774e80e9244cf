// Keeps the answer of an operation of several commits; the first answer stands. Params: key, result. Columns: result.
// Index: idempotency_key.
MATCH (r:IdempotencyRecord {key: $key})
SET r.lock = true
SET r.result = coalesce(r.result, $result), r.plan = null
RETURN r.result AS result
