// Counts over live memories that the reader may see. Params: namespace | null, now, soon, reader {all, tokens}.
// Columns: total, byTier, byNamespace, expiringSoon, linksCount. Index: namespace_path.
CYPHER 25
MATCH (n:Namespace)
WHERE n.path >= '' AND ($namespace IS NULL OR n.path = $namespace OR n.path STARTS WITH $namespace + '/')
CALL (n) {
  MATCH (n)<-[:IN_NAMESPACE]-(m:Memory)
  WHERE m.liveUntil > $now AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
  RETURN count(m) AS total,
    sum(CASE m.tier WHEN 'SHORT' THEN 1 ELSE 0 END) AS short,
    sum(CASE m.tier WHEN 'MID' THEN 1 ELSE 0 END) AS mid,
    sum(CASE m.tier WHEN 'LONG' THEN 1 ELSE 0 END) AS long,
    sum(CASE WHEN m.liveUntil <= $soon THEN 1 ELSE 0 END) AS expiring,
    sum(COUNT {
      (m)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]->(t:Memory)
      WHERE t.liveUntil > $now
        AND (r.validFrom IS NULL OR r.validFrom <= $now) AND (r.validUntil IS NULL OR r.validUntil > $now)
        AND ($reader.all OR any(token IN $reader.tokens WHERE token IN t.readers))
    }) AS links
}
WITH n, total, short, mid, long, expiring, links
WHERE total > 0
WITH n, total, short, mid, long, expiring, links ORDER BY total DESC, n.path
RETURN sum(total) AS total, sum(short) AS short, sum(mid) AS mid, sum(long) AS long, sum(expiring) AS expiringSoon,
  sum(links) AS linksCount, collect({namespace: n.path, count: total})[0..1000] AS byNamespace
