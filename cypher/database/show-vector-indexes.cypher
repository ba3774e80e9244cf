// The vector indexes there are in the slot. Columns: name, of (memories | passages), dimensions, properties, quantized.
SHOW VECTOR INDEXES YIELD name, properties, options
WHERE name IN ['memory_embedding', 'passage_embedding']
RETURN name, CASE name WHEN 'memory_embedding' THEN 'memories' ELSE 'passages' END AS of,
  options.indexConfig['vector.dimensions'] AS dimensions, properties,
  coalesce(options.indexConfig['vector.quantization.type'] <> 'NONE', options.indexConfig['vector.quantization.enabled'], true) AS quantized
