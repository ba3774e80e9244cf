// An API token, and the home that it stands for: its own, else the one that an admin gave its agent. Params: id.
// Columns: digest, agentId, home, roles, expiresAt, isRevoked. Index: api_token_id, agent_id.
MATCH (t:ApiToken {id: $id})
OPTIONAL MATCH (a:Agent {agentId: t.agentId})
RETURN t.digest AS digest, t.agentId AS agentId, t.roles AS roles, t.expiresAt AS expiresAt,
  coalesce(t.homeNamespace, CASE WHEN a.homeIsChosen THEN null ELSE a.homeNamespace END, 'global') AS home,
  t.revokedAt IS NOT NULL AS isRevoked
