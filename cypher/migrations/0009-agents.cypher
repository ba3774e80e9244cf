// Agents that registered, by id, and the keys they sign with.
CREATE CONSTRAINT agent_id IF NOT EXISTS FOR (a:Agent) REQUIRE a.agentId IS UNIQUE;
CREATE CONSTRAINT agent_key_id IF NOT EXISTS FOR (k:AgentKey) REQUIRE k.id IS UNIQUE;
