// What an agent uses in a namespace, counted from what is there, where nothing was charged yet.
// Params: agentId, namespace, day, dayStart. Columns: memories, links, bytes. Index: namespace_path.
CYPHER 25
CALL () {
  MATCH (:Namespace {path: $namespace})<-[:IN_NAMESPACE]-(m:Memory)
  WHERE m.agentId = $agentId
  WITH m, m.title + m.content + reduce(all = '', tag IN coalesce(m.tags, []) | all + tag) + coalesce(m.metadataJson, '') AS text
  WITH m, text, CASE WHEN text =~ '\\p{ASCII}*' THEN null ELSE split(text, '') END AS parts
  // Text in ASCII takes a byte a character. Other text is divided into UTF-16 units: half a pair counts as three here and takes two.
  WITH m, CASE WHEN parts IS NULL THEN size(text) ELSE
    reduce(n = 0, c IN parts | n + CASE WHEN c <= '\u007f' THEN 1 WHEN c <= '\u07ff' THEN 2 ELSE 3 END)
    - 2 * (size(parts) - size(text)) END AS bytes
  RETURN coalesce(sum(bytes), 0) AS bytes,
    sum(CASE WHEN coalesce(m.quotaDay, CASE WHEN m.createdAt >= $dayStart THEN $day END) = $day THEN 1 ELSE 0 END) AS memories
}
CALL () {
  MATCH (:Namespace {path: $namespace})<-[:IN_NAMESPACE]-(m:MemoryRecord)
  MATCH (m)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]->()
  WHERE r.createdAt >= $dayStart AND r.observedBy = $agentId
  RETURN count(r) AS links
}
RETURN memories, links, bytes
