// Who holds a lease, until when, and how far its work has come. Params: name. Columns: owner | null, until, position | null.
// Index: lease_name.
MATCH (l:Lease {name: $name})
RETURN l.owner AS owner, l.until AS until, l.position AS position
