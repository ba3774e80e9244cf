// The live holder of a title. Params: namespace, title, titleOwner, now. Columns: record. Index: memory_title.
MATCH (m:Memory {namespace: $namespace, title: $title, titleOwner: $titleOwner})
WHERE m.liveUntil > $now
RETURN m {.*, embedding: null, embeddingB: null, keys: null} AS record
