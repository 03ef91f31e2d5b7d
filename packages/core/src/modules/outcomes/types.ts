// Types of this module for programs that embed a memory.
export type { ToldOutcome } from './outcome.js';
export type { CreditedMemory, CreditInput, CreditReport } from './read-credit.js';
export type { FeedbackAnswer } from './take-feedback.js';
