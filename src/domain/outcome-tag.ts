/** Marks a memory of how something went; its `outcome`, `strategy` and `failureMode` are in its metadata. */
export const OUTCOME_TAG = 'outcome';
