// What an agent is registered as. Params: agentId. Columns: agentType; no row when it is not. Index: agent_id.
MATCH (me:Agent {agentId: $agentId})
RETURN me.agentType AS agentType
