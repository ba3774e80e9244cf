// Writes what agents use now, and notes at each memory what was charged for it. The usages are locked before.
// Params: now, day, usages [{agentId, namespace, memories, links, bytes}], marks [{id, bytes | null, namespace, day, countId}].
// Index: quota_usage_pair, memory_record_id.
CYPHER 25
CALL () {
  UNWIND $usages AS row
  MATCH (q:QuotaUsage {agentId: row.agentId, namespace: row.namespace})
  SET q.memories = row.memories, q.links = row.links, q.bytes = row.bytes, q.day = $day, q.updatedAt = $now
}
CALL () {
  UNWIND $marks AS row
  MATCH (m:MemoryRecord {id: row.id})
  SET m.quotaBytes = row.bytes, m.quotaNamespace = row.namespace, m.quotaDay = row.day, m.quotaOf = row.countId
}
FINISH
