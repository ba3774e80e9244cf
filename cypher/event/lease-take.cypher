// Takes a lease that is free, has run out or is one's own; no row when another holds it. Locked first, then looked at;
// the time is the database's, so that clocks of servers need not agree. Params: name, owner, ttl (milliseconds).
// Columns: position | null, heldUntil (the end of the last holding) | null, now. Index: lease_name.
CYPHER 25
MERGE (l:Lease {name: $name})
SET l.lock = true
WITH l, localdatetime.realtime('UTC') AS now
WHERE l.owner IS NULL OR l.owner = $owner OR l.until <= now
WITH l, now, l.until AS heldUntil
SET l.owner = $owner, l.until = now + duration({milliseconds: $ttl})
RETURN l.position AS position, heldUntil, now
