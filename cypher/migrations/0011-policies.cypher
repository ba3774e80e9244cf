// Policies of namespaces, one that was set and one of the standard each; what stands above all namespaces; and the number that
// moves with every change of them. Statements are divided by semicolons.
CREATE CONSTRAINT governance_policy_place IF NOT EXISTS FOR (p:GovernancePolicy) REQUIRE (p.namespace, p.source) IS UNIQUE;
CREATE CONSTRAINT governance_policy_id IF NOT EXISTS FOR (p:GovernancePolicy) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT governance_root_path IF NOT EXISTS FOR (r:GovernanceRoot) REQUIRE r.path IS UNIQUE;
CREATE INDEX governance_policy_namespace IF NOT EXISTS FOR (p:GovernancePolicy) ON (p.namespace);
MERGE (r:GovernanceRoot {path: '*'}) ON CREATE SET r.lock = true;
MATCH (c:OutboxCounter {name: 'outbox'}) SET c.policyVersion = coalesce(c.policyVersion, 0);
