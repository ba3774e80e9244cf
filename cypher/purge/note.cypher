// Notes what a purge removed; a purge of many steps adds up. Params: id, at, by, namespace | null, olderThanDays | null, count.
// Columns: record. Index: purge_id.
MERGE (p:Purge {id: $id})
ON CREATE SET p.at = $at, p.by = $by, p.namespace = $namespace, p.olderThanDays = $olderThanDays, p.count = 0
SET p.count = p.count + $count
RETURN p {.*} AS record
