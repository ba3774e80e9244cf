// Notes the model that the vectors of a slot come from. Params: slot, model | null, dimensions | null.
// Index: embedding_model_name.
MERGE (e:EmbeddingModel {name: 'memory'})
SET e += CASE $slot WHEN 'a' THEN {model: $model, dimensions: $dimensions} ELSE {modelB: $model, dimensionsB: $dimensions} END
