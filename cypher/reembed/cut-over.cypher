// From now on servers start with the vectors of another slot. Params: slot. Index: embedding_model_name.
MATCH (e:EmbeddingModel {name: 'memory'})
SET e.slot = $slot, e.changing = null, e.clearing = null
