/** The twelve embedding spaces, in order: kept apart, never fused into one vector. */
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
 * The space name under which the vectors of what a memory says beside the whole are stored, concatenated, by the encoder of the
 * semantic space: a long text's passages; of a note, the questions that it answers and the undertakings for which it matters.
 */
export const PASSAGE_VECTORS = 'passages';
