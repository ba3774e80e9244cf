// Ends an API token; one that ended before keeps its moment. Params: id, now. Columns: record. Index: api_token_id.
MATCH (t:ApiToken {id: $id})
SET t.revokedAt = coalesce(t.revokedAt, $now)
RETURN t {.id, .agentId, .homeNamespace, .roles, .name, .createdAt, .expiresAt, .lastUsedAt, .revokedAt} AS record
