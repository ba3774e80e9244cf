// Notes when registered agents were last active, and when API tokens were last used, unless another server noted it just before.
// Params: now, before, agentIds, tokenIds. Index: agent_id, api_token_id.
CYPHER 25
CALL () {
  UNWIND $agentIds AS agentId
  MATCH (a:Agent {agentId: agentId})
  WHERE a.lastSeenAt < $before
  SET a.lastSeenAt = $now
}
CALL () {
  UNWIND $tokenIds AS tokenId
  MATCH (t:ApiToken {id: tokenId})
  WHERE t.lastUsedAt IS NULL OR t.lastUsedAt < $before
  SET t.lastUsedAt = $now
}
FINISH
