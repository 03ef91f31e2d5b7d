import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Worth, WorthSuggestion } from '../../domain/worth.js';
import { chance } from '../../recall/confidence/logistic.js';
import type { Lifecycle } from '../../spaces/fingerprint/lifecycle.js';
import type { Likest, WorthEvidence } from './evidence.js';
import { explain } from './explain.js';
import { SHIPPED_WORTH, type WorthModel } from './shipped-worth.js';

/** A near copy above this share of like words loses so much, what lacks its reason so much, what is doubted so much. */
const NEAR_COPY = 0.9;
const COPY_LOSES = 0.4;
const NO_REASON_LOSES = 0.5;
const DOUBTED_LOSES = 0.3;
const DOUBTED_BELOW = 0.5;

/** As many words as a full sentence has, as the logarithm that the evidence has of them. */
const SAYS_MUCH = 0.6;
/** What states something that can be looked up says so much at least, however short it is: "I moved to Berlin." */
const STATES = 0.8;

/** What the curator reads of a memory: how well it is kept. */
export type Kept = Pick<Memory, 'kind' | 'confidence' | 'provenance' | 'session'>;

/** What a memory is weighed by. */
export interface WeighedMemory {
  readonly evidence: WorthEvidence;
  readonly likest: Likest;
  readonly kept: Kept;
  readonly stage: Lifecycle;
  /** Its id, where it stands or is about to; null for a text that is only asked about. */
  readonly id: MemoryId | null;
}

/** Weighs a memory: three parts, their mean, and why. */
export function weigh(of: WeighedMemory, model: WorthModel = SHIPPED_WORTH): Worth {
  const { evidence } = of;
  const gardener = gardenerPart(evidence, of.stage);
  const curator = curatorPart(evidence, of.kept);
  const assessor = signed(chance(model, evidence));
  const reward = round((gardener + curator + assessor) / 3);
  return {
    reward,
    gardener: round(gardener),
    curator: round(curator),
    assessor: round(assessor),
    explanation: explain(reward, evidence, of.likest, model),
    suggestions: suggest(of),
  };
}

/** New things while the bank is young, fitting ones when it is old. */
function gardenerPart(evidence: WorthEvidence, { novelty, coherence }: Lifecycle): number {
  const { copied, fresh, knownNames } = evidence;
  const fits = Math.min(1, 1 - fresh + knownNames / 2);
  const grows = (novelty + coherence * fits) * (1 - copied) * saysOf(evidence);
  return clamped(signed(grows) - (copied > NEAR_COPY ? COPY_LOSES : 0));
}

/** Whether it is told who said it and where, of whom or what it speaks, and why where a reason is wanted. */
function curatorPart(
  evidence: WorthEvidence,
  { kind, confidence, provenance, session }: Kept,
): number {
  const [told] = provenance;
  const quality =
    (Number((told?.speaker ?? told?.origin ?? null) !== null) +
      Number(session !== null || (told?.turn ?? null) !== null) +
      3 * evidence.names +
      3 * saysOf(evidence)) /
    8;
  const wantsReason = kind === 'opinion' || kind === 'decision' || kind === 'strategy';
  return clamped(
    signed(quality) -
      (wantsReason && evidence.cause === 0 ? NO_REASON_LOSES : 0) -
      (confidence < DOUBTED_BELOW ? DOUBTED_LOSES : 0),
  );
}

/** How much it says, 0..1. */
const saysOf = ({ words, claims }: WorthEvidence): number =>
  Math.min(1, Math.max(words / SAYS_MUCH, claims > 0 ? STATES : 0));

function suggest({ id, likest }: WeighedMemory): WorthSuggestion[] {
  if (likest.of !== null && likest.share > NEAR_COPY)
    return [
      id === null
        ? {
            why: `${likest.of} says nearly the same.`,
            operation: 'show',
            input: { id: likest.of },
          }
        : {
            why: `${likest.of} says nearly the same: one of them is enough.`,
            operation: 'merge',
            input: { ids: [likest.of, id] },
          },
    ];
  return [];
}

/** 0..1 as −1..1. */
const signed = (share: number): number => 2 * (share - 0.5);
const clamped = (value: number): number => Math.max(-1, Math.min(1, value));
const round = (value: number): number => Math.round(value * 1_000) / 1_000;
