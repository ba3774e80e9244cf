// The vector index of passages, with the same filter properties as that of memories (docs/adr/0010-passages.md).
// Params: options.
CYPHER 25
CREATE VECTOR INDEX passage_embedding IF NOT EXISTS FOR (p:Passage) ON p.embedding
WITH [p.audience, p.targetAgentId, p.scope, p.namespace, p.tier, p.memoryKind, p.createdAt, p.liveUntil]
OPTIONS $options
