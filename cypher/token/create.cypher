// Keeps a new API token; never its text. Params: record {id, digest, agentId, homeNamespace | null, roles, name | null,
// createdAt, expiresAt}. Index: api_token_id.
MERGE (t:ApiToken {id: $record.id})
ON CREATE SET t = $record
