// What is registered of an agent. Params: agentId. Columns: agentType, homeNamespace. Index: agent_id.
MATCH (a:Agent {agentId: $agentId})
RETURN a.agentType AS agentType, a.homeNamespace AS homeNamespace
