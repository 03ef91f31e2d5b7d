export const REASONING_TYPES = [
  'descriptive',
  'causal',
  'evaluative',
  'procedural',
  'comparative',
  'strategic',
  'creative',
] as const;
export type ReasoningType = (typeof REASONING_TYPES)[number];
