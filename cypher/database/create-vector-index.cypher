// The vector index with the properties that recall filters by inside it (design §4). Params: options.
CYPHER 25
CREATE VECTOR INDEX memory_embedding IF NOT EXISTS FOR (m:Memory) ON m.embedding
WITH [m.audience, m.targetAgentId, m.scope, m.namespace, m.tier, m.memoryKind, m.createdAt, m.liveUntil, m.atomised]
OPTIONS $options
