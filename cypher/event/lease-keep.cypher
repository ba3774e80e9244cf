// Holds a lease for longer and notes how far its work has come; no row when it was lost. Locked first, then looked at.
// Params: name, owner, ttl (milliseconds), position | null. Columns: name. Index: lease_name.
CYPHER 25
MATCH (l:Lease {name: $name})
SET l.lock = true
WITH l
WHERE l.owner = $owner
SET l.until = localdatetime.realtime('UTC') + duration({milliseconds: $ttl}), l.position = coalesce($position, l.position)
RETURN l.name AS name
