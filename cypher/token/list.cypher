// All API tokens, newest first, without their digests. Columns: record. Index: api_token_id.
MATCH (t:ApiToken)
WHERE t.id IS NOT NULL
RETURN t {.id, .agentId, .homeNamespace, .roles, .name, .createdAt, .expiresAt, .lastUsedAt, .revokedAt} AS record
ORDER BY t.createdAt DESC, t.id
