// The models that the stored vectors come from, by slot: the one that servers start with, and the other one.
// Params: none. Columns: slot, model | null, dimensions | null, otherModel | null, otherDimensions | null, changing (a change to
//   the other slot is under way), clearing (what the other slot held is not all gone yet). Index: embedding_model_name.
MATCH (e:EmbeddingModel {name: 'memory'})
WITH e, coalesce(e.slot, 'a') AS slot
RETURN slot,
  CASE slot WHEN 'a' THEN e.model ELSE e.modelB END AS model,
  CASE slot WHEN 'a' THEN e.dimensions ELSE e.dimensionsB END AS dimensions,
  CASE slot WHEN 'a' THEN e.modelB ELSE e.model END AS otherModel,
  CASE slot WHEN 'a' THEN e.dimensionsB ELSE e.dimensions END AS otherDimensions,
  coalesce(e.changing, false) AS changing, coalesce(e.clearing, false) AS clearing
