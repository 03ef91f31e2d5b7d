// What programs that embed a memory see of this room.
export type { Conclusions } from './capability.js';
export type { InferenceProof, Inferred, ProofStep, ProofTurn } from './conclusion.js';
export type { Inference, InferInput } from './infer.js';
export type {
  KeepInput,
  KeepReceipt,
  KeptConclusion,
  KeptConclusions,
} from './kept-conclusions.js';
