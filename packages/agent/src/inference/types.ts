// Public types of this module for programs that embed a memory.
export type { Causes, CausesInput } from './causes.js';
export type { InferenceProof, Inferred, ProofStep, ProofTurn } from './conclusion.js';
export type { Inference, InferInput } from './infer.js';
export type { KeptConclusion } from './kept-conclusions.js';
