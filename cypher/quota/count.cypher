// Counts what an agent uses in a namespace from what is there, and notes at each memory what it stands for, so that later writes are
// charged by the difference. Locked first: what is written meanwhile waits, or is charged afterwards.
// Params: agentId, namespace, countId, now, day, dayStart. Index: quota_usage_pair, namespace_path.
CYPHER 25
MERGE (q:QuotaUsage {agentId: $agentId, namespace: $namespace})
ON CREATE SET q.createdAt = $now
SET q.lock = true
WITH q
CALL () {
  MATCH (:Namespace {path: $namespace})<-[:IN_NAMESPACE]-(m:MemoryRecord)
  WHERE m.agentId = $agentId AND (m:Memory OR m.quotaBytes IS NOT NULL)
  WITH m, m.title + m.content + reduce(all = '', tag IN coalesce(m.tags, []) | all + tag) + coalesce(m.metadataJson, '') AS text
  WITH m, text, CASE WHEN text =~ '\\p{ASCII}*' THEN null ELSE split(text, '') END AS parts
  // Text in ASCII takes a byte a character. Other text is divided into UTF-16 units: half a pair counts as three here and takes two.
  WITH m, CASE WHEN parts IS NULL THEN size(text) ELSE
    reduce(n = 0, c IN parts | n + CASE WHEN c <= '\u007f' THEN 1 WHEN c <= '\u07ff' THEN 2 ELSE 3 END)
    - 2 * (size(parts) - size(text)) END AS bytes
  SET m.quotaBytes = CASE WHEN m:Memory THEN bytes END, m.quotaNamespace = $namespace, m.quotaOf = $countId,
    m.quotaDay = coalesce(m.quotaDay, CASE WHEN m.createdAt >= $dayStart THEN $day END)
  WITH bytes, m WHERE m:Memory
  RETURN coalesce(sum(bytes), 0) AS bytes, sum(CASE WHEN m.quotaDay = $day THEN 1 ELSE 0 END) AS memories
}
CALL () {
  MATCH (:Namespace {path: $namespace})<-[:IN_NAMESPACE]-(m:MemoryRecord)
  MATCH (m)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]->()
  WHERE r.createdAt >= $dayStart AND r.observedBy = $agentId
  RETURN count(r) AS links
}
SET q.countId = $countId, q.day = $day, q.memories = memories, q.links = links, q.bytes = bytes, q.updatedAt = $now
