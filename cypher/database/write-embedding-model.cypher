// Notes the model that vectors come from. Params: model, dimensions. Index: embedding_model_name.
MERGE (e:EmbeddingModel {name: 'memory'}) SET e.model = $model, e.dimensions = $dimensions
