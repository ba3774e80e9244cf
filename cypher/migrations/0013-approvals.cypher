// Actions that wait, oldest first, and by when they lapse; what agents use of their quotas. Statements are divided by semicolons.
CREATE INDEX pending_action_waiting IF NOT EXISTS FOR (p:PendingAction) ON (p.status, p.requestedAt, p.id);
CREATE INDEX pending_action_lapsing IF NOT EXISTS FOR (p:PendingAction) ON (p.status, p.expiresAt);
CREATE CONSTRAINT quota_usage_pair IF NOT EXISTS FOR (q:QuotaUsage) REQUIRE (q.agentId, q.namespace) IS UNIQUE;
