/** The twelve embedding spaces, in their order: kept apart, never fused into one vector. */
export const SPACES = [
  'semantic',
  'recency',
  'periodicity',
  'position',
  'causal',
  'sparse',
  'code',
  'graph',
  'hyperdimensional',
  'multimodal',
  'entity',
  'late_interaction',
] as const;
export type SpaceName = (typeof SPACES)[number];

/** Under this name the vectors of a long text's passages are stored, one after the other, by the encoder of the semantic space. */
export const PASSAGE_VECTORS = 'passages';
