// What became of the live memories of a namespace, by the source they came from: how many there are, and how many of them
// a valid link of another live memory contradicts. Params: namespace, now. Columns: source, memories, contested.
// Index: namespace_path.
CYPHER 25
MATCH (n:Namespace {path: $namespace})<-[:IN_NAMESPACE]-(m:Memory)
WHERE m.liveUntil > $now
RETURN m.source AS source, count(m) AS memories, count(CASE WHEN EXISTS {
    MATCH (m)<-[r:CONTRADICTS]-(other:Memory)
    WHERE other.liveUntil > $now AND (r.validFrom IS NULL OR r.validFrom <= $now) AND (r.validUntil IS NULL OR r.validUntil > $now)
  } THEN 1 END) AS contested
ORDER BY source
