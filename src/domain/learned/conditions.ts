/** Whether facts bear a condition out, speak against it, or do not speak of it. */
export const CONDITION_STATES = ['met', 'violated', 'unknown'] as const;
export type ConditionState = (typeof CONDITION_STATES)[number];
