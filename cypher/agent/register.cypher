// Registers agents, or changes what is known of them; what a row leaves null stays as it is. A new public key ends the one before,
// which is kept, so that what it signed can still be checked. Doing it again changes nothing.
// Params: now, rows [{index, agentId, agentType, capabilities | null, homeNamespace | null, defaultHome, isChosen, publicKey | null, keyId,
// by}]; isChosen: the agent gives itself its home, so nobody who checks tokens may go by it.
// Columns: index, outcome OK. Index: agent_id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MERGE (a:Agent {agentId: row.agentId})
  ON CREATE SET a.registeredAt = $now, a.capabilities = [], a.homeNamespace = row.defaultHome,
    a.homeIsChosen = row.isChosen
  SET a.lock = true
  SET a.agentType = row.agentType, a.lastSeenAt = $now,
    a.capabilities = coalesce(row.capabilities, a.capabilities),
    a.homeIsChosen = CASE
      WHEN row.homeNamespace IS NULL OR (row.isChosen AND row.homeNamespace = a.homeNamespace) THEN a.homeIsChosen
      ELSE row.isChosen
    END
  SET a.homeNamespace = coalesce(row.homeNamespace, a.homeNamespace)
  WITH row, a
  OPTIONAL MATCH (a)-[:HAS_KEY]->(key:AgentKey)
  WHERE key.revokedAt IS NULL
  WITH row, a, collect(key) AS keys
  WITH row, a, keys, row.publicKey IS NOT NULL AND none(key IN keys WHERE key.publicKey = row.publicKey) AS isNew
  FOREACH (key IN CASE WHEN isNew THEN keys ELSE [] END | SET key.revokedAt = $now)
  FOREACH (one IN CASE WHEN isNew THEN [row] ELSE [] END |
    CREATE (a)-[:HAS_KEY]->(:AgentKey {id: one.keyId, publicKey: one.publicKey, addedAt: $now, addedBy: one.by}))
}
RETURN row.index AS index, 'OK' AS outcome
