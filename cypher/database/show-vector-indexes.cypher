// The vector indexes there are, of memories and of passages. Columns: name, dimensions, properties, quantized.
SHOW VECTOR INDEXES YIELD name, properties, options
WHERE name IN ['memory_embedding', 'passage_embedding']
RETURN name, options.indexConfig['vector.dimensions'] AS dimensions, properties,
  coalesce(options.indexConfig['vector.quantization.type'] <> 'NONE', options.indexConfig['vector.quantization.enabled'], true) AS quantized
