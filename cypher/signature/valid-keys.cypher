// The keys that an agent may sign with now. Params: agentId. Columns: id, publicKey. Index: agent_id.
MATCH (:Agent {agentId: $agentId})-[:HAS_KEY]->(k:AgentKey)
WHERE k.revokedAt IS NULL
RETURN k.id AS id, k.publicKey AS publicKey
ORDER BY k.addedAt DESC, k.id
