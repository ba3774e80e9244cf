// Those of some API tokens that are revoked or gone. Params: ids. Columns: id. Index: api_token_id.
UNWIND $ids AS id
OPTIONAL MATCH (t:ApiToken {id: id})
WITH id, t
WHERE t IS NULL OR t.revokedAt IS NOT NULL
RETURN id
