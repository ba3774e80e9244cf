// Notes how far a change of the embedder has come. Params: changing, clearing. Index: embedding_model_name.
MATCH (e:EmbeddingModel {name: 'memory'})
SET e.changing = CASE WHEN $changing THEN true END, e.clearing = CASE WHEN $clearing THEN true END
