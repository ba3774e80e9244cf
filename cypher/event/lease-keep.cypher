// Holds a lease for longer and notes how far its work has come, which never goes back; no row when it was lost. Locked
// first, then looked at. Params: name, owner, ttl (milliseconds), position | null. Columns: name. Index: lease_name.
CYPHER 25
MATCH (l:Lease {name: $name})
SET l.lock = true
WITH l
WHERE l.owner = $owner
SET l.until = localdatetime.realtime('UTC') + duration({milliseconds: $ttl}),
  l.position = CASE WHEN $position IS NULL OR l.position >= $position THEN l.position ELSE $position END
RETURN l.name AS name
