/** The twelve embedding spaces, in order: stored separately, never fused into one vector. */
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

/**
 * The space of additional vectors per memory, concatenated, by the encoder of the semantic space: of a long text, its
 * passages; of a note, the questions it answers and the undertakings for which it matters.
 */
export const PASSAGE_VECTORS = 'passages';
