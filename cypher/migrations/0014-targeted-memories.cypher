// Memories that were handed to an agent: recall looks for them among the vectors only where there are any.
CREATE INDEX memory_target IF NOT EXISTS FOR (m:Memory) ON (m.targetAgentId);
