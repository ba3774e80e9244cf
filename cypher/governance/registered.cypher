// Whether an agent is registered. Params: agentId. Columns: agentId. Index: agent_id.
MATCH (a:Agent {agentId: $agentId})
RETURN a.agentId AS agentId
