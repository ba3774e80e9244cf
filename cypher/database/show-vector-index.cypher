// The vector index of memories, if there is one. Columns: dimensions, properties.
SHOW VECTOR INDEXES YIELD name, properties, options
WHERE name = 'memory_embedding'
RETURN options.indexConfig['vector.dimensions'] AS dimensions, properties
