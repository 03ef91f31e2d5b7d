/** The twelve embedding spaces (capability G1), in their order: kept apart, never fused into one vector. */
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
