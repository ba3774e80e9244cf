// Notes the common fingerprint of a call of many rows. Params: key, inputHash, now. Index: idempotency_key.
MERGE (r:IdempotencyRecord {key: $key})
ON CREATE SET r.inputHash = $inputHash, r.result = 'true', r.at = $now
