// Makes a key of a server known, under the agent that stands for all servers. Doing it again, or by two servers at once, changes
// nothing. Params: agentId, id, publicKey, now. Columns: revokedAt. Index: agent_id, agent_key_id.
MERGE (a:Agent {agentId: $agentId})
ON CREATE SET a.agentType = 'system', a.capabilities = [], a.homeNamespace = 'global', a.registeredAt = $now
SET a.lastSeenAt = $now
MERGE (k:AgentKey {id: $id})
ON CREATE SET k.publicKey = $publicKey, k.addedAt = $now, k.addedBy = $agentId
MERGE (a)-[:HAS_KEY]->(k)
RETURN k.revokedAt AS revokedAt
