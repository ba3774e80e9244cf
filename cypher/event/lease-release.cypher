// Gives a lease back at once, noting how far its work has come. Params: name, owner, position | null. Columns: name.
// Index: lease_name.
CYPHER 25
MATCH (l:Lease {name: $name})
SET l.lock = true
WITH l
WHERE l.owner = $owner
SET l.owner = null, l.until = localdatetime.realtime('UTC'),
  l.position = CASE WHEN $position IS NULL OR l.position >= $position THEN l.position ELSE $position END
RETURN l.name AS name
