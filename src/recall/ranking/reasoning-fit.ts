import { STRATUM, type Memory, type Usage } from '../../domain/memory.js';
import type { ReasoningType } from '../../domain/profile.js';
import { DAY, type Instant } from '../../domain/time.js';
import { readDiscourse, type Discourse } from '../../language/discourse.js';

/** What the fit of a memory to a kind of question is told from. */
export interface FitInput {
  readonly memory: Memory;
  readonly usage: Usage;
  readonly now: Instant;
  /** It states a cause, or a causal edge touches it. */
  readonly causal: boolean;
  /** Cosine to the query. */
  readonly similarity: number;
  /** Cosine to the nearest other result. */
  readonly nearestOther: number;
  /** Paths that found it. */
  readonly paths: number;
}

/** The text is only read where the kind of question asks for what is in it. */
type Fit = (input: FitInput, discourse: () => Discourse) => number;

/** Counts are bounded, so that the hundredth says little more than the tenth. */
const bounded = (n: number): number => n / (n + 3);
const ageDays = ({ memory, now }: FitInput): number => Math.max(0, (now - memory.occurredFrom) / DAY);
const isAbstract = ({ memory }: FitInput): boolean => STRATUM[memory.kind] === 'abstract';
/** Below this a memory is off the subject, and being unlike the query is no merit. */
const RELEVANCE_FLOOR = 0.1;

/** Capability U5: how well a memory serves each kind of question, 0..1; the weights are those of the source. */
const FITS: Readonly<Record<ReasoningType, Fit>> = {
  descriptive: (input) =>
    0.4 / (1 + ageDays(input) / 7) + 0.4 * input.memory.confidence + 0.2 * (STRATUM[input.memory.kind] === 'experiential' ? 1 : 0.7),
  causal: (input) =>
    0.4 * Number(input.causal) + 0.3 * bounded(input.memory.provenance.length) + 0.3 * { abstract: 1, contextual: 0.6, experiential: 0.3 }[STRATUM[input.memory.kind]],
  evaluative: (input, discourse) => {
    const { outcome, success } = discourse();
    return 0.4 * Number(outcome) + 0.3 * success + 0.3 * input.usage.usefulness;
  },
  procedural: (input, discourse) => {
    const { procedure, success } = discourse();
    return 0.4 * Number(procedure || input.memory.kind === 'strategy') + 0.3 * success + 0.3 / (1 + ageDays(input) / 30);
  },
  comparative: (_input, discourse) => {
    const { alternatives, tradeOffs } = discourse();
    return 0.4 * bounded(alternatives * 3) + 0.3 * bounded(tradeOffs * 3) + 0.3 * (alternatives > 0 ? 1 : 0.5);
  },
  strategic: (input, discourse) =>
    0.4 * (isAbstract(input) ? 1 : 0.5) + 0.3 * Number(discourse().strategic) + 0.3 * input.memory.importance,
  creative: (input) =>
    0.4 * (1 - input.nearestOther) + 0.3 * (input.similarity >= RELEVANCE_FLOOR ? 1 - input.similarity : 0) + 0.3 * (input.paths >= 2 ? 1 : 0.5),
};

export function reasoningFit(type: ReasoningType, input: FitInput): number {
  return Math.min(1, Math.max(0, FITS[type](input, () => readDiscourse(input.memory.content))));
}
