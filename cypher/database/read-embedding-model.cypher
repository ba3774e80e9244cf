// The model that the stored vectors come from. Columns: model. Index: embedding_model_name.
MATCH (e:EmbeddingModel {name: 'memory'}) RETURN e.model AS model, e.dimensions AS dimensions
