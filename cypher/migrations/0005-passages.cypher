// Memories that may be longer than the embedder reads get their passages from the background job: those of 1,000
// characters, and shorter ones in scripts of which a character is a token or more. Archived ones are marked too, and get
// theirs when they are restored.
MATCH (m:MemoryRecord)
WHERE (size(m.content) > 1000 OR (size(m.content) > 180 AND m.content =~ '(?s).*[^\\x00-\\x7F]{10}.*'))
  AND NOT EXISTS { (m)<-[:PASSAGE_OF]-() }
CALL (m) { SET m.awaitsEmbedding = true } IN TRANSACTIONS OF 1000 ROWS;
