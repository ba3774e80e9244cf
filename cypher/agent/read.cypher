// What is registered of an agent. Params: agentId. Columns: agentType, homeNamespace, homeIsChosen (by itself, not by an admin).
// Index: agent_id.
MATCH (a:Agent {agentId: $agentId})
RETURN a.agentType AS agentType, a.homeNamespace AS homeNamespace, coalesce(a.homeIsChosen, false) AS homeIsChosen
