// Public types of this module for programs that embed a memory.
export type { Paradigms } from './capability.js';
export type { Conclusion, Reconciliation } from './answers.js';
export type { InteractionInput } from './interaction.js';
export type { ObserveInput, ObserveReceipt } from './observe.js';
export type { ActOutcome, Execution, PreparedTask } from './prepare.js';
export type { PursuedGoal, PursueInput, Pursuit } from './pursue.js';
export type { AttemptAdvice } from './attempt-advice.js';
export type { Foretelling, ForetellInput } from './foretell.js';
export type { SynthesiseInput, Synthesis } from './synthesis.js';
