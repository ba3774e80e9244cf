// Runs of hooks are listed by time and pruned by their end, the surplus by time. Statements are divided by semicolons.
CREATE CONSTRAINT hook_execution_record_id IF NOT EXISTS FOR (r:HookExecutionRecord) REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT hook_definition_id IF NOT EXISTS FOR (d:HookDefinition) REQUIRE d.id IS UNIQUE;
CREATE INDEX hook_execution_record_at IF NOT EXISTS FOR (r:HookExecutionRecord) ON (r.at, r.id);
CREATE INDEX hook_execution_record_expires_at IF NOT EXISTS FOR (r:HookExecutionRecord) ON (r.expiresAt);
CREATE INDEX hook_execution_record_decisive_at IF NOT EXISTS FOR (r:HookExecutionRecord) ON (r.decisive, r.at);
