import { z } from 'zod';
import { MemoryId, SessionId } from '@mneme/core/domain/ids.js';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import { together, type Chain } from './chains.js';
import type { Evidence, Link } from './rules.js';

/** Minimum confidence for `sure` and `likely`; anything below is `possible`. */
const SURE = 0.75;
const LIKELY = 0.4;

/** Maximum number of proofs reported per conclusion, and of memories per step. */
const MAX_PROOFS = 3;
const MAX_EVIDENCE = 5;

const turnShape = z.strictObject({
  id: MemoryId,
  said: z.string(),
  speaker: z.string().nullable(),
  saidAt: Instant,
  session: SessionId.nullable(),
  turn: z.string().nullable(),
  /** The words that state the cause. */
  cue: z.string(),
  sureness: Share,
});
export interface ProofTurn extends Of<typeof turnShape> {}
export const ProofTurn: SchemaOf<ProofTurn, typeof turnShape> = turnShape;

const stepShape = z.strictObject({
  cause: z.string(),
  effect: z.string(),
  /** Noisy-or over the evidence. */
  sureness: Share,
  /** How well it fits the next step, or the query. */
  fit: Share,
  turns: z.array(ProofTurn),
});
export interface ProofStep extends Of<typeof stepShape> {}
export const ProofStep: SchemaOf<ProofStep, typeof stepShape> = stepShape;

const proofShape = z.strictObject({ sureness: Share, steps: z.array(ProofStep) });
export interface InferenceProof extends Of<typeof proofShape> {}
export const InferenceProof: SchemaOf<InferenceProof, typeof proofShape> = proofShape;

export const ROLES = ['effect', 'cause', 'chain', 'common cause', 'common effect'] as const;

const conclusionShape = z.strictObject({
  role: z.enum(ROLES),
  /** The conclusion, in the words of the memory that it was read from. */
  what: z.string(),
  /** Of all its proofs together, 0..1. */
  sureness: Share,
  verdict: z.enum(['sure', 'likely', 'possible']),
  /** Whether no single memory states it: it follows from several that each state a part. */
  inferred: z.boolean(),
  /** When the last evidence of the most certain proof was stated: the conclusion holds from then on. */
  since: Instant,
  /** A memory that denies it. */
  deniedBy: MemoryId.nullable(),
  /** A memory that states it directly. */
  saidBy: MemoryId.nullable(),
  /** Most certain first. A conclusion falls with the last of them. */
  proofs: z.array(InferenceProof),
});
/** What follows from stated causes. */
export interface Inferred extends Of<typeof conclusionShape> {}
export const Inferred: SchemaOf<Inferred, typeof conclusionShape> = conclusionShape;

/** The conclusion of several chains. */
export function toConclusion(
  role: Inferred['role'],
  what: string,
  chains: readonly Chain[],
  sureness = together(chains),
): Inferred {
  const proofs = chains.slice(0, MAX_PROOFS).map(proofOf);
  const [surest] = chains;
  return {
    role,
    what,
    sureness,
    verdict: verdictOf(sureness),
    inferred: !chains.some(({ links }) => links.length === 1),
    since: Math.max(...(surest?.links ?? []).map(saidAt)),
    deniedBy: null,
    saidBy: null,
    proofs,
  };
}

export const verdictOf = (sureness: number): Inferred['verdict'] =>
  sureness >= SURE ? 'sure' : sureness >= LIKELY ? 'likely' : 'possible';

/** When a link was first stated. */
const saidAt = ({ evidence }: Link): number =>
  Math.min(...evidence.map(({ memory }) => memory.saidAt));

const proofOf = ({ links, joints, sureness }: Chain): InferenceProof => ({
  sureness,
  steps: links.map((link, at) => ({
    cause: link.cause.text,
    effect: link.effect.text,
    sureness: link.sureness,
    fit: joints[at]?.fit ?? 1,
    turns: link.evidence
      .toSorted((a, b) => b.sureness - a.sureness)
      .slice(0, MAX_EVIDENCE)
      .map(turnOf),
  })),
});

function turnOf({ memory, cue, sureness }: Evidence): ProofTurn {
  const { id, content, speaker, saidAt: at, session, provenance } = memory;
  return {
    id,
    said: content,
    speaker,
    saidAt: at,
    session,
    turn: provenance[0]?.turn ?? null,
    cue,
    sureness,
  };
}
