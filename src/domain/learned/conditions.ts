/** Whether facts confirm a condition, contradict it, or do not mention it. */
export const CONDITION_STATES = ['met', 'violated', 'unknown'] as const;
export type ConditionState = (typeof CONDITION_STATES)[number];
