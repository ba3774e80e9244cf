// What writes of a batch were about, as it is now, and what was charged for it before. Params: ids.
// Columns: id, agentId, namespace, live, title, content, tags, metadataJson, quotaBytes | null, quotaNamespace, quotaDay, quotaOf.
// Index: memory_record_id.
UNWIND $ids AS id
MATCH (m:MemoryRecord {id: id})
RETURN m.id AS id, m.agentId AS agentId, m.namespace AS namespace, m:Memory AS live, m.title AS title, m.content AS content,
  m.tags AS tags, m.metadataJson AS metadataJson, m.quotaBytes AS quotaBytes, m.quotaNamespace AS quotaNamespace,
  m.quotaDay AS quotaDay, m.quotaOf AS quotaOf
