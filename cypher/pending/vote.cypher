// A vote for an action that takes several. Counted only while more are missing: the last one is counted where the action is
// carried out. Ids that differ in case are one voter.
// Params: id, agentId, now. Columns: outcome COUNTED | COUNTED_BEFORE | DECISIVE | DECIDED, record.
// Index: pending_action_id, agent_id.
CYPHER 25
MATCH (p:PendingAction {id: $id})
SET p.lock = true
WITH p
MATCH (voter:Agent {agentId: $agentId})
CALL (p, voter) {
  WHEN p.status <> 'PENDING' OR p.expiresAt <= $now THEN { RETURN 'DECIDED' AS outcome }
  WHEN EXISTS { MATCH (a:Agent)-[:VOTED {approve: true}]->(p) WHERE toLower(a.agentId) = toLower($agentId) } THEN {
    RETURN 'COUNTED_BEFORE' AS outcome
  }
  WHEN COUNT { (:Agent)-[:VOTED {approve: true}]->(p) } + 1 >= p.approverCount THEN { RETURN 'DECISIVE' AS outcome }
  ELSE {
    MERGE (voter)-[vote:VOTED]->(p)
    SET vote.approve = true, vote.at = $now
    RETURN 'COUNTED' AS outcome
  }
}
RETURN outcome, p {.*,
  approvals: [(a:Agent)-[v:VOTED {approve: true}]->(p) | {agentId: a.agentId, approvedAt: v.at}]} AS record
